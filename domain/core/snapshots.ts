import type { JsonValue } from "./values/json.ts";

/** The state that a stream had led to at a revision. */
export type Snapshot = { readonly revision: number; readonly state: JsonValue };

/**
 * States of long streams, kept beside the log as a cache: they may be lost or dropped at any time, for the log gives them
 * again. A snapshot of another `version` than the one asked for is as good as none.
 */
export interface Snapshots {
  find(stream: string, version: string): Promise<Snapshot | null>;
  /** Keeps a state in place of the stream's earlier one. Failing to do so is no fault of the caller's work. */
  keep(
    stream: string,
    version: string,
    snapshot: { readonly revision: number; readonly state: unknown },
  ): Promise<void>;
}

/** How the states of an aggregate are kept. Personal data must not be part of one: a snapshot is not sealed. */
export type SnapshotRules<S> = {
  /** Name and number. The number is raised whenever the state or `evolve` changes (domain/use-cases/snapshots.test.ts tells). */
  readonly version: string;
  /** Names another state of the same stream than the one that decisions are made on; both have snapshots of their own. */
  readonly beside?: string;
  /** A snapshot is taken when so many events, or more, had to be read after the last one. */
  readonly every: number;
  /** The state out of what `JSON.stringify` made of it. */
  revive(json: JsonValue): S;
};
