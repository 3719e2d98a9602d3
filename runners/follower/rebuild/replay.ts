import type { Pool } from "pg";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import { isTransient, reasonOf } from "../faults.ts";
import { oneAhead } from "../one-ahead.ts";
import type { SkippedEvents } from "../skipped-events.ts";
import type { Decode } from "../unknown-events/decode-known.ts";
import type { Statement } from "../unit-of-work/script.ts";
import { inTransaction, sessionAfter, sessionOf } from "../unit-of-work/session.ts";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.ts";

/** Events of a transaction when a log is replayed. */
export const REPLAY_BATCH = 2_000;

/** And bytes of their data: three batches are in memory, one that is read, one prepared and one written. */
export const BATCH_BYTES = 16_000_000;

export type ReplayOptions = {
  readonly store: EventStore;
  readonly decode: Decode;
  readonly pool: Pool;
  /** Events per transaction; default REPLAY_BATCH. */
  readonly batchSize?: number;
  /** Aborts between two batches; the next rebuild goes on from there. */
  readonly signal?: AbortSignal;
};

/** What events are replayed into. */
export type ReplayTarget = {
  readonly rows: UnitOfWork;
  readonly skipped: SkippedEvents;
  /** Notes, in the transaction of a batch, how far the replay has come. */
  readonly note?: (position: Position) => Statement;
};

/**
 * A rebuild reached an event that it cannot apply; `from` is its position. Recurs until the event is skipped or the
 * code corrected.
 */
export class RebuildHaltedError extends Error {
  override readonly name = "RebuildHaltedError";
  readonly from: Position | null;
  readonly haltedAt: Position;

  constructor(from: Position | null, haltedAt: Position, cause: unknown) {
    super(`The event at ${haltedAt} cannot be applied: ${reasonOf(cause)}`, { cause });
    this.from = from;
    this.haltedAt = haltedAt;
  }
}

/**
 * Applies everything after `from` (up to `until`, if given), one transaction per batch: while one is written, the next is
 * read and decrypted and its handlers run. Returns the last position.
 */
export async function replay(
  target: ReplayTarget,
  from: Position | null,
  options: ReplayOptions,
  until?: Position,
): Promise<Position | null> {
  const done = { at: from };
  try {
    return await replayAhead(target, done, options, until);
  } catch (error) {
    target.rows.forget();
    if (options.signal?.aborted || isTransient(error)) throw error;
    return replayOneByOne(target, done.at, options, until);
  }
}

/** `done` is what has been written. */
async function replayAhead(
  { rows, skipped, note }: ReplayTarget,
  done: { at: Position | null },
  options: ReplayOptions,
  until?: Position,
): Promise<Position | null> {
  const { pool, decode } = options;
  const writing = oneAhead();
  const session = sessionAfter(pool, writing.idle);
  try {
    for await (const { events, last } of batchesAfter(done.at, options, until)) {
      const wanted = events.filter((event) => !skipped.has(event));
      const statements = await rows.apply(session, await decode(wanted));
      await writing.next(async () => {
        await inTransaction(pool, note ? [...statements, note(last)] : statements);
        rows.keep();
        done.at = last;
      });
    }
    await writing.idle();
    return done.at;
  } finally {
    await writing.settled();
  }
}

/** The same without running ahead, to find the event that cannot be applied. */
async function replayOneByOne(
  { rows, skipped, note }: ReplayTarget,
  from: Position | null,
  options: ReplayOptions,
  until?: Position,
): Promise<Position | null> {
  const { pool, decode } = options;
  const session = sessionOf(pool);
  const apply = async (events: readonly RecordedEvent[]): Promise<void> => {
    const last = events.at(-1)?.position;
    try {
      const statements = await rows.apply(session, await decode(events));
      await inTransaction(pool, note && last !== undefined ? [...statements, note(last)] : statements);
    } catch (error) {
      rows.forget();
      throw error;
    }
    rows.keep();
  };
  let at = from;
  for await (const { events, last } of batchesAfter(at, options, until)) {
    const wanted = events.filter((event) => !skipped.has(event));
    const before = at;
    await apply(wanted).catch((error: unknown) => applySingly(wanted, before, error, apply));
    at = last;
  }
  return at;
}

async function* batchesAfter(
  from: Position | null,
  { store, batchSize = REPLAY_BATCH, signal }: ReplayOptions,
  until?: Position,
): AsyncGenerator<{ readonly events: readonly RecordedEvent[]; readonly last: Position }> {
  let at = from;
  while (until === undefined || at === null || at < until) {
    signal?.throwIfAborted();
    const read = await store.readAll(at, batchSize, BATCH_BYTES);
    const events = until === undefined ? read : read.filter((event) => event.position <= until);
    const last = events.at(-1)?.position;
    if (last === undefined) return;
    yield { events, last };
    at = last;
  }
}

/** Finds the event that made a batch fail. Temporary faults are rethrown. */
async function applySingly(
  events: readonly RecordedEvent[],
  from: Position | null,
  fault: unknown,
  apply: (events: readonly RecordedEvent[]) => Promise<void>,
): Promise<void> {
  if (isTransient(fault)) throw fault;
  let at = from;
  for (const event of events) {
    try {
      await apply([event]);
    } catch (error) {
      if (isTransient(error)) throw error;
      throw new RebuildHaltedError(at, event.position, error);
    }
    at = event.position;
  }
}
