import { Kysely, PostgresDialect, sql } from "kysely";
import type { Pool } from "pg";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import { isTransient, reasonOf } from "../faults.ts";
import {
  ageOf,
  type AnyProjection,
  shapeHashOf,
  type FollowerLog,
  lockModel,
  makeTables,
  MODELS_CHANNEL,
  prepareModels,
  readCheckpoints,
  schemaOf,
} from "../model.ts";
import { applyEvents } from "../unit-of-work/unit-of-work.ts";
import { type SkippedEvents, skippedEvents } from "../skipped-events.ts";

export type Decode = (events: readonly RecordedEvent[]) => Promise<LoggedEvent[]>;

export type RebuildOptions = {
  readonly store: EventStore;
  readonly decode: Decode;
  readonly pool: Pool;
  readonly log: FollowerLog;
  /** Events per transaction; default 500. */
  readonly batchSize?: number;
  /** Aborts between two batches; the next rebuild drops what was built. */
  readonly signal?: AbortSignal;
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
 * Replays the whole log into a schema beside the live one, then swaps the two by renaming them in one short
 * transaction, during which followers wait at this model's checkpoint. The live tables answer all the time. Returns the
 * position of the new ones. Throws, with the live tables unchanged, if another process rebuilds this model, or
 * `RebuildHaltedError` if an event cannot be applied: that is recorded for admins, who may skip it.
 */
export async function rebuildModel(projection: AnyProjection, options: RebuildOptions): Promise<Position | null> {
  const { pool, log } = options;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await prepareModels(db, [projection]);
  const release = await claimRebuild(pool, projection);
  try {
    await markOutdated(db, projection);
    log.info({ model: projection.name }, "Rebuilding a read model");
    const next = schemaOf(projection, "next");
    await db.transaction().execute((trx) => makeTables(trx, projection, next));
    const position = await replayAndSwap(db, projection, next, options);
    await dropOld(db, projection, log);
    log.info({ model: projection.name, position: position ?? "" }, "Read model rebuilt and swapped in");
    return position;
  } catch (error) {
    if (error instanceof RebuildHaltedError) await noteHalt(db, projection, error);
    throw error;
  } finally {
    await release();
  }
}

async function replayAndSwap(
  db: Kysely<unknown>,
  projection: AnyProjection,
  next: string,
  options: RebuildOptions,
): Promise<Position | null> {
  let caughtUp = await replay(db, projection, next, null, options);
  for (;;) {
    try {
      return await swap(db, projection, caughtUp, options);
    } catch (error) {
      if (isTransient(error)) throw error;
      // An event that arrived meanwhile cannot be applied: the replay finds it.
      const further = await replay(db, projection, next, caughtUp, options);
      if (further === caughtUp) throw error;
      caughtUp = further;
    }
  }
}

async function noteHalt(
  db: Kysely<unknown>,
  projection: AnyProjection,
  { from, haltedAt, cause }: RebuildHaltedError,
): Promise<void> {
  await sql`
    UPDATE models.checkpoints SET rebuild_halted_at = ${haltedAt}, rebuild_position = ${from}, rebuild_halted_since = now(), rebuild_error = ${reasonOf(cause)}
    WHERE model = ${projection.name}`.execute(db);
  await sql`SELECT pg_notify(${MODELS_CHANNEL}, '')`.execute(db);
}

/**
 * Applies everything after `from` (up to `until`, if given) to the tables in `schema`, one transaction per batch.
 * Returns the last position.
 */
export async function replay(
  db: Kysely<unknown>,
  projection: AnyProjection,
  schema: string,
  from: Position | null,
  options: Pick<RebuildOptions, "store" | "decode" | "batchSize" | "signal">,
  until?: Position,
): Promise<Position | null> {
  const { store, decode, batchSize = 500, signal } = options;
  const skipped = await skippedEvents(store, projection.name);
  let at = from;
  for (;;) {
    signal?.throwIfAborted();
    const read = await store.readAll(at, batchSize);
    const events = until === undefined ? read : read.filter((event) => event.position <= until);
    const last = events.at(-1);
    if (!last) return at;
    const wanted = events.filter((event) => !skipped.has(event));
    const apply = (some: readonly RecordedEvent[]) => applyDecoded(db, projection, schema, some, decode, skipped);
    await apply(wanted).catch((error: unknown) => applySingly(wanted, at, error, apply));
    at = last.position;
    if (until !== undefined && at >= until) return at;
  }
}

async function applyDecoded(
  db: Kysely<unknown>,
  projection: AnyProjection,
  schema: string,
  events: readonly RecordedEvent[],
  decode: Decode,
  skipped: SkippedEvents,
): Promise<void> {
  const decoded = await decode(events);
  await db.transaction().execute((trx) => applyEvents(trx, projection, schema, decoded, skipped));
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

async function swap(
  db: Kysely<unknown>,
  projection: AnyProjection,
  caughtUp: Position | null,
  options: RebuildOptions,
): Promise<Position | null> {
  const { store, decode, batchSize = 500 } = options;
  const [live, next, old] = [schemaOf(projection), schemaOf(projection, "next"), schemaOf(projection, "old")];
  const skipped = await skippedEvents(store, projection.name);
  return db.transaction().execute(async (trx) => {
    await lockModel(trx, projection);
    await sql`DROP SCHEMA IF EXISTS ${sql.id(old)} CASCADE`.execute(trx);
    // From here on a follower waits at this model: what remains of the log has arrived since the replay ended.
    await sql`SELECT 1 FROM models.checkpoints WHERE model = ${projection.name} FOR UPDATE`.execute(trx);
    let at = caughtUp;
    for (;;) {
      const rest = await store.readAll(at, batchSize);
      const last = rest.at(-1);
      if (!last) break;
      await applyEvents(trx, projection, next, await decode(rest.filter((event) => !skipped.has(event))), skipped);
      at = last.position;
    }
    await sql`ALTER SCHEMA ${sql.id(live)} RENAME TO ${sql.id(old)}`.execute(trx);
    await sql`ALTER SCHEMA ${sql.id(next)} RENAME TO ${sql.id(live)}`.execute(trx);
    await sql`
      UPDATE models.checkpoints SET position = ${at}, version = ${projection.version}, shape_hash = ${shapeHashOf(projection)}, state = 'following', halted_at = NULL, error = NULL,
        rebuild_halted_at = NULL, rebuild_position = NULL, rebuild_halted_since = NULL, rebuild_error = NULL
      WHERE model = ${projection.name}`.execute(trx);
    await sql`SELECT pg_notify(${MODELS_CHANNEL}, '')`.execute(trx);
    return at;
  });
}

/** Slow readers may hold the old tables for a while. The swap is done: the next rebuild drops what is left. */
async function dropOld(db: Kysely<unknown>, projection: AnyProjection, log: FollowerLog): Promise<void> {
  await sql`DROP SCHEMA IF EXISTS ${sql.id(schemaOf(projection, "old"))} CASCADE`
    .execute(db)
    .catch((error: unknown) => {
      log.warn(
        { model: projection.name, err: error },
        "Tables of a rebuilt model are still being read; left for the next rebuild to drop",
      );
    });
}

/** Today's code cannot follow tables of an older version or another shape; they answer until the swap. */
async function markOutdated(db: Kysely<unknown>, projection: AnyProjection): Promise<void> {
  const [made] = await readCheckpoints(db, [projection]);
  const age = made ? ageOf(projection, made) : "current";
  if (age === "newer")
    throw new Error(
      `Read model ${projection.name} is of version ${made?.version}, newer than this program's ${projection.version}`,
    );
  if (age === "current") return;
  await sql`UPDATE models.checkpoints SET state = 'rebuilding', halted_at = NULL, error = NULL WHERE model = ${projection.name} AND version = ${made?.version}`.execute(
    db,
  );
}

/** One rebuild of a model at a time, as long as a connection of its own lives. */
async function claimRebuild(pool: Pool, projection: AnyProjection): Promise<() => Promise<void>> {
  const client = await pool.connect();
  // A claim whose connection is cut does no harm: the swap still happens in one transaction.
  client.on("error", () => undefined);
  const key = [`tributary.rebuild.${projection.name}`];
  const { rows } = await client.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine",
    key,
  );
  if (!rows[0]!.mine) {
    client.release(true);
    throw new Error(`Read model ${projection.name} is being rebuilt by another process`);
  }
  return async () => {
    // Released explicitly: the server takes a while to notice a closed connection.
    await client.query("SELECT pg_advisory_unlock(hashtextextended($1, 0))", key).catch(() => undefined);
    client.release(true);
  };
}
