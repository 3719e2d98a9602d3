import type { Pool } from "pg";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import { isTransient, reasonOf } from "../faults.ts";
import { oneAhead } from "../one-ahead.ts";
import type { SkippedEvents } from "../skipped-events.ts";
import { inTransaction, sessionOf } from "../unit-of-work/session.ts";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.ts";

export type Decode = (events: readonly RecordedEvent[]) => Promise<LoggedEvent[]>;

/** Events of a transaction when a log is replayed. */
export const REPLAY_BATCH = 2_000;

export type ReplayOptions = {
  readonly store: EventStore;
  readonly decode: Decode;
  readonly pool: Pool;
  /** Events per transaction; default REPLAY_BATCH. */
  readonly batchSize?: number;
  /** Aborts between two batches; the next rebuild drops what was built. */
  readonly signal?: AbortSignal;
};

/** What events are replayed into. */
export type ReplayTarget = { readonly rows: UnitOfWork; readonly skipped: SkippedEvents };

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
 * Applies everything after `from` (up to `until`, if given), one transaction per batch: the next batch is read and
 * decrypted while one is written. Returns the last position.
 */
export async function replay(
  target: ReplayTarget,
  from: Position | null,
  options: ReplayOptions,
  until?: Position,
): Promise<Position | null> {
  const { store, decode, pool, batchSize = REPLAY_BATCH, signal } = options;
  const session = sessionOf(pool);
  const writing = oneAhead();
  const apply = async (events: readonly LoggedEvent[]): Promise<void> => {
    try {
      await inTransaction(pool, await target.rows.apply(session, events));
    } catch (error) {
      target.rows.forget();
      throw error;
    }
    target.rows.keep();
  };
  let at = from;
  try {
    while (until === undefined || at === null || at < until) {
      signal?.throwIfAborted();
      const read = await store.readAll(at, batchSize);
      const events = until === undefined ? read : read.filter((event) => event.position <= until);
      const last = events.at(-1);
      if (!last) break;
      const wanted = events.filter((event) => !target.skipped.has(event));
      const decoded = decode(wanted);
      await Promise.allSettled([decoded]);
      const before = at;
      const applySome = async (some: readonly RecordedEvent[]) => apply(await decode(some));
      await writing.next(() =>
        decoded.then(apply).catch((error: unknown) => applySingly(wanted, before, error, applySome)),
      );
      at = last.position;
    }
    await writing.next(async () => undefined);
    return at;
  } finally {
    await writing.settled();
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
