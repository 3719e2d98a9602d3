import { Kysely, PostgresDialect, sql } from "kysely";
import pg, { type Pool } from "pg";
import type { Position } from "#domain/core/event-store.ts";
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
import { skippedEvents } from "../skipped-events.ts";
import { sessionIn } from "../unit-of-work/session.ts";
import { createUnitOfWork } from "../unit-of-work/unit-of-work.ts";
import { laterIndexes } from "./later-indexes.ts";
import {
  BATCH_BYTES,
  REPLAY_BATCH,
  RebuildHaltedError,
  replay,
  type ReplayOptions,
  type ReplayTarget,
} from "./replay.ts";

export type RebuildOptions = ReplayOptions & {
  readonly log: FollowerLog;
  /** Whether to begin again what was cut; default: go on there. */
  readonly afresh?: boolean;
};

/** Characters of rows that stay known from batch to batch: one model is rebuilt at a time. */
const KEPT_CHARACTERS = 16_000_000;

/**
 * Replays the whole log into a schema beside the live one, where most indexes are made at the end, then swaps the two by renaming them in one short
 * transaction, during which followers wait at this model's checkpoint. The live tables answer all the time. A rebuild
 * that is cut goes on where it was. Returns the position of the new tables. Throws, with the live tables unchanged, if another process rebuilds this model, or
 * `RebuildHaltedError` if an event cannot be applied: that is recorded for admins, who may skip it.
 */
export async function rebuildModel(projection: AnyProjection, options: RebuildOptions): Promise<Position | null> {
  const { pool, log } = options;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await prepareModels(db, [projection]);
  const release = await claimRebuild(pool, projection);
  try {
    await markOutdated(db, projection);
    const position = await replayAndSwap(db, projection, options);
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
  options: RebuildOptions,
): Promise<Position | null> {
  const schema = schemaOf(projection, "next");
  const indexes = laterIndexes(options.pool, projection, schema);
  const skipped = await skippedEvents(options.store, projection.name);
  const madeAs = [projection.version, shapeHashOf(projection), skipped.digest].join(" ");
  const from = options.afresh ? null : await madeSoFar(db, projection, madeAs);
  options.log.info({ model: projection.name, position: from ?? "" }, "Rebuilding a read model");
  if (from === null) await makeNext(db, projection, madeAs, indexes.before);
  else await indexes.dropMade();
  const rows = createUnitOfWork({
    ...{ projection, schema, skipped, empty: from === null, keptCharacters: KEPT_CHARACTERS },
    beforeSearch: indexes.beforeSearch,
  });
  const note = (position: Position) => ({
    text: `UPDATE models.checkpoints SET next_position = ${pg.escapeLiteral(position)} WHERE model = ${pg.escapeLiteral(projection.name)}`,
  });
  const target = { rows, skipped, note };
  let caughtUp = await replay(target, from, options);
  await indexes.finish();
  caughtUp = await replay(target, caughtUp, options);
  for (;;) {
    try {
      return await swap(db, projection, target, caughtUp, options);
    } catch (error) {
      rows.forget();
      if (isTransient(error)) throw error;
      // An event that arrived meanwhile cannot be applied: the replay finds it.
      const further = await replay(target, caughtUp, options);
      if (further === caughtUp) throw error;
      caughtUp = further;
    }
  }
}

/** How far a rebuild of the same tables, from the same events, came before it was cut; null: begin anew. */
async function madeSoFar(db: Kysely<unknown>, projection: AnyProjection, madeAs: string): Promise<Position | null> {
  const { rows } = await sql<{ position: Position | null }>`
    SELECT next_position AS position FROM models.checkpoints
    WHERE model = ${projection.name} AND next_made_as = ${madeAs} AND to_regnamespace(${schemaOf(projection, "next")}) IS NOT NULL`.execute(
    db,
  );
  return rows[0]?.position ?? null;
}

async function makeNext(
  db: Kysely<unknown>,
  projection: AnyProjection,
  madeAs: string,
  statements: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await makeTables(trx, projection, schemaOf(projection, "next"), statements);
    await sql`
      UPDATE models.checkpoints SET next_made_as = ${madeAs}, next_position = NULL WHERE model = ${projection.name}`.execute(
      trx,
    );
  });
}

/** The code may be corrected before the next try, so that one begins anew. */
async function noteHalt(
  db: Kysely<unknown>,
  projection: AnyProjection,
  { from, haltedAt, cause }: RebuildHaltedError,
): Promise<void> {
  await sql`
    UPDATE models.checkpoints SET rebuild_halted_at = ${haltedAt}, rebuild_position = ${from}, rebuild_halted_since = now(), rebuild_error = ${reasonOf(cause)},
      next_made_as = NULL, next_position = NULL
    WHERE model = ${projection.name}`.execute(db);
  await sql`SELECT pg_notify(${MODELS_CHANNEL}, '')`.execute(db);
}

async function swap(
  db: Kysely<unknown>,
  projection: AnyProjection,
  { rows, skipped }: ReplayTarget,
  caughtUp: Position | null,
  options: RebuildOptions,
): Promise<Position | null> {
  const { store, decode, batchSize = REPLAY_BATCH } = options;
  const [live, next, old] = [schemaOf(projection), schemaOf(projection, "next"), schemaOf(projection, "old")];
  return db.transaction().execute(async (trx) => {
    await lockModel(trx, projection);
    await sql`DROP SCHEMA IF EXISTS ${sql.id(old)} CASCADE`.execute(trx);
    // From here on a follower waits at this model: what remains of the log has arrived since the replay ended.
    await sql`SELECT 1 FROM models.checkpoints WHERE model = ${projection.name} FOR UPDATE`.execute(trx);
    let at = caughtUp;
    for (;;) {
      const rest = await store.readAll(at, batchSize, BATCH_BYTES);
      const last = rest.at(-1);
      if (!last) break;
      const session = sessionIn(trx);
      await session.run(await rows.apply(session, await decode(rest.filter((event) => !skipped.has(event)))));
      rows.keep();
      at = last.position;
    }
    await sql`ALTER SCHEMA ${sql.id(live)} RENAME TO ${sql.id(old)}`.execute(trx);
    await sql`ALTER SCHEMA ${sql.id(next)} RENAME TO ${sql.id(live)}`.execute(trx);
    await sql`
      UPDATE models.checkpoints SET position = ${at}, version = ${projection.version}, shape_hash = ${shapeHashOf(projection)}, generation = generation + 1, state = 'following', halted_at = NULL, error = NULL,
        rebuild_halted_at = NULL, rebuild_position = NULL, rebuild_halted_since = NULL, rebuild_error = NULL,
        next_made_as = NULL, next_position = NULL
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
