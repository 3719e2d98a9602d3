import { Kysely, PostgresDialect, sql } from "kysely";
import type { Position } from "#domain/core/event-store.ts";
import { type AnyProjection, makeTables, schemaOf } from "#runners/follower/model.ts";
import { applyEvents, createUnitOfWork } from "#runners/follower/unit-of-work/unit-of-work.ts";
import { replay, type ReplayOptions } from "#runners/follower/rebuild/replay.ts";
import { skippedEvents } from "#runners/follower/skipped-events.ts";

/** Rows as text that exist on one side only, some of each. */
export type Difference = {
  readonly model: string;
  readonly table: string;
  readonly onlyLive: readonly string[];
  readonly onlyRebuilt: readonly string[];
};

const LISTED_DIFFERENCES = 20;

/**
 * Replays each model up to its checkpoint into tables beside the live ones and compares them row by row. An empty list
 * for equal models. The follower of a model waits while it is compared. For tests and the kill harness.
 */
export async function compareRebuild(
  projections: readonly AnyProjection[],
  options: ReplayOptions,
): Promise<Difference[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: options.pool }) });
  const differences: Difference[] = [];
  for (const projection of projections) differences.push(...(await compareModel(db, projection, options)));
  return differences;
}

async function compareModel(
  db: Kysely<unknown>,
  projection: AnyProjection,
  options: ReplayOptions,
): Promise<Difference[]> {
  const [live, check] = [schemaOf(projection), schemaOf(projection, "check")];
  const checkpoint = sql<{
    position: Position | null;
  }>`SELECT position FROM models.checkpoints WHERE model = ${projection.name}`;
  const { rows: before } = await checkpoint.execute(db);
  if (!before[0]) throw new Error(`Read model ${projection.name} has never been made`);
  await db.transaction().execute((trx) => makeTables(trx, projection, check));
  const skipped = await skippedEvents(options.store, projection.name);
  const rows = createUnitOfWork({ projection, schema: check, skipped, empty: true, keptCharacters: 1_000_000 });
  const reached =
    before[0].position === null ? null : await replay({ rows, skipped }, null, options, before[0].position);
  try {
    return await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ position: Position | null }>`${checkpoint} FOR UPDATE`.execute(trx);
      const target = rows[0]!.position;
      const rest =
        target === null || target === reached ? [] : await options.store.readAll(reached, Number.MAX_SAFE_INTEGER);
      await applyEvents(
        trx,
        projection,
        check,
        await options.decode(rest.filter((event) => event.position <= target! && !skipped.has(event))),
        skipped,
      );
      const tables = await tablesOf(trx, live, check);
      const found = [];
      for (const table of tables) found.push(await compareTable(trx, projection.name, table, live, check));
      return found.filter(({ onlyLive, onlyRebuilt }) => onlyLive.length > 0 || onlyRebuilt.length > 0);
    });
  } finally {
    await sql`DROP SCHEMA IF EXISTS ${sql.id(check)} CASCADE`.execute(db);
  }
}

async function tablesOf(db: Kysely<unknown>, ...schemas: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{
    tablename: string;
  }>`SELECT DISTINCT tablename FROM pg_tables WHERE schemaname = ANY (${schemas}) ORDER BY tablename`.execute(db);
  return rows.map(({ tablename }) => tablename);
}

async function compareTable(
  db: Kysely<unknown>,
  model: string,
  table: string,
  live: string,
  check: string,
): Promise<Difference> {
  const rowsOf = (schema: string) => sql`SELECT t::text AS row FROM ${sql.id(schema, table)} t`;
  const only = async (here: string, there: string): Promise<string[]> => {
    const { rows } = await sql<{
      row: string;
    }>`${rowsOf(here)} EXCEPT ALL ${rowsOf(there)} ORDER BY row LIMIT ${LISTED_DIFFERENCES}`.execute(db);
    return rows.map(({ row }) => row);
  };
  return { model, table, onlyLive: await only(live, check), onlyRebuilt: await only(check, live) };
}
