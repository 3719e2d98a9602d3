import type { JsonValue } from "./values/json.ts";

/** The state of a stream at a revision. */
export type Snapshot = { readonly revision: number; readonly state: JsonValue };

/**
 * States of long streams, cached beside the log: they may be lost or dropped at any time, because the log can rebuild
 * them. A snapshot of another `version` than the requested one is ignored.
 */
export interface Snapshots {
  find(stream: string, version: string): Promise<Snapshot | null>;
  /** Stores a state in place of the stream's earlier one. A failure does not affect the caller's work. */
  keep(
    stream: string,
    version: string,
    snapshot: { readonly revision: number; readonly state: unknown },
  ): Promise<void>;
}

/**
 * States of streams as this process last folded them. They are never wrong, only old: a stream gets new events and
 * keeps those that it has.
 */
export interface KnownStates {
  find(key: string): KnownState | null;
  /** Keeps a state unless a later one is known. Some others may be forgotten for it. */
  keep(key: string, known: KnownState): void;
}

/** `snapshotAt`: the revision of the stream's snapshot; -1 if none is known. */
export type KnownState = { readonly revision: number; readonly state: unknown; readonly snapshotAt: number };

/**
 * How the states of an aggregate are stored. They must not contain personal data, because a snapshot is not encrypted.
 */
export type SnapshotRules<S> = {
  /**
   * Name and number. Raise the number whenever the state or `evolve` changes (checked by
   * domain/use-cases/snapshots.test.ts).
   */
  readonly version: string;
  /** Names a second state of the same stream, beside the one used for decisions; both have their own snapshots. */
  readonly beside?: string;
  /** A snapshot is taken after at least this many events since the last one. */
  readonly every: number;
  /** States are small and read often: processes keep them in memory too. */
  readonly inMemory?: true;
  /** The state from its parsed JSON. */
  revive(json: JsonValue): S;
};
