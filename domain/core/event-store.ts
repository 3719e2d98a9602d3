import type { JsonObject } from "./values/json.ts";

/** Expected revision of a stream that must not exist yet. */
export const NO_STREAM = "no-stream";
export type ExpectedRevision = number | typeof NO_STREAM;

/** Position of an event in the whole log: opaque, and sortable as plain text in every store. */
export type Position = string;

/** Who caused an event. `key`: the id of the API key that the user's program used. `name` of a system actor is the part of the product ("runner", "starter-catalogue"). */
export type Actor =
  | { readonly kind: "anonymous" }
  | { readonly kind: "user"; readonly id: string; readonly key?: string }
  | { readonly kind: "system"; readonly name: string };

/**
 * The command behind an append. A command id is used for one append only: a process of several steps gives each its own
 * (`<id>/reserve-email`). The store derives the event ids from it.
 */
export type CommandContext = {
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
};

/** `fresh`: the id was made for this attempt, so no other process or earlier attempt can have recorded the command. */
export type CommandAttempt = CommandContext & { readonly fresh?: boolean };

export type NewEvent = { readonly type: string; readonly schemaVersion: number; readonly data: JsonObject };

/** An event as stored: personal fields encrypted, data in the version in which it was written. */
export type RecordedEvent = CommandContext & {
  readonly id: string;
  readonly stream: string;
  /** Starts at 0, without gaps. */
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly schemaVersion: number;
  /** Database clock, ISO 8601 in UTC with microseconds. */
  readonly recordedAt: string;
  /** Hash of the stream's previous event; null for the first. */
  readonly prevHash: string | null;
  /** SHA-256 over this event's own fields and prevHash (infra/event-store/event-hash.ts). */
  readonly hash: string;
  readonly data: JsonObject;
};

/**
 * `conflict`: the stream is at another revision. `duplicate-command`: this command id was already appended elsewhere.
 * Appending the same command to the same stream again returns the first result.
 */
export type AppendResult =
  | { readonly ok: true; readonly revision: number; readonly position: Position }
  | { readonly ok: false; readonly reason: "conflict"; readonly actual: ExpectedRevision }
  | { readonly ok: false; readonly reason: "duplicate-command" };

export type Subscription = {
  /** Ends the subscription; resolves once no further batch will be handled. */
  stop(): Promise<void>;
  /** Rejects if a batch could not be handled; resolves after `stop`. */
  readonly finished: Promise<void>;
};

/**
 * The event store. Both adapters (Postgres, EventStoreDB) pass one contract suite (testing/contracts/event-store.ts).
 */
export interface EventStore {
  /** Appends all events or none. An empty list does nothing and returns `{ ok: true }` at the expected revision. */
  appendToStream(
    stream: string,
    events: readonly NewEvent[],
    options: { expectedRevision: ExpectedRevision; context: CommandContext },
  ): Promise<AppendResult>;
  /** Events of one stream in order; an absent stream is an empty list. */
  readStream(stream: string, options?: { fromRevision?: number; maxCount?: number }): Promise<RecordedEvent[]>;
  /** The events that a command has written to a stream, in order; empty if there are none. */
  readCommand(stream: string, commandId: string): Promise<RecordedEvent[]>;
  /**
   * Events of the whole log after `position` (null: from the start) in commit order, at most `maxCount`. `maxBytes`: and no
   * more after their data has so many bytes, at least one. The EventStoreDB adapter counts events only.
   */
  readAll(position: Position | null, maxCount: number, maxBytes?: number): Promise<RecordedEvent[]>;
  /** Position of the newest event, null on an empty log. */
  head(): Promise<Position | null>;
  /**
   * Delivers every event after `from` once and in order, in batches of at most `batchSize` and `batchBytes` (as in
   * `readAll`), until stopped. The next batch follows after `handle` has resolved. The adapter reconnects by itself.
   */
  subscribeToAll(options: {
    from: Position | null;
    batchSize: number;
    batchBytes?: number;
    handle(events: readonly RecordedEvent[]): Promise<void>;
  }): Subscription;
}
