import type { Pool } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import { forgetOrphans, removableOrphans } from "./orphans.ts";
import { dataTable, stagingTable, tableLock } from "./registry.ts";

/** Tables of one step of a sweep, which goes on until none is left or it has taken so many steps; the next continues. */
const TABLES_PER_STEP = 500;
const MAX_STEPS = 20;

/**
 * Removes a version: it is no longer readable when this resolves. Its rows are dropped unless another version has them
 * too; if a stream is still reading them, by a later sweep. Does nothing for a version that is gone. Statistics are
 * removed too.
 */
export async function dropTable(pool: Pool, physical: string): Promise<void> {
  dataTable(physical);
  const { rows } = await pool.query<{ name: string }>(
    `WITH gone AS (DELETE FROM registry.tables WHERE physical = $1 RETURNING physical, coalesce(stored_in, physical) AS name)
     INSERT INTO registry.orphans (kind, name) SELECT 'dropped', name FROM gone
     WHERE NOT EXISTS (SELECT FROM registry.tables AS other WHERE other.stored_in = gone.name AND other.physical <> gone.physical)
     ON CONFLICT (kind, name) DO UPDATE SET name = excluded.name RETURNING name`,
    [physical],
  );
  await dropRows(pool, rows.length > 0 ? rows.map(({ name }) => name) : [physical]);
}

/**
 * Drops what will never be finished: pulls that began so long ago, and rows of removed tables that were still being
 * read.
 */
export async function sweepStaging(pool: Pool, { olderThanMs }: { readonly olderThanMs: number }): Promise<Swept> {
  let moved: number | null = TABLES_PER_STEP;
  for (let step = 0; step < MAX_STEPS && moved === TABLES_PER_STEP; step += 1)
    moved = (await pool.query(FORGET_STALE, [olderThanMs])).rowCount;
  let dropped = 0;
  let after = { seen: "-infinity", name: "" };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { rows } = await pool.query<{ seen: string; name: string }>(
      `SELECT seen_at::text AS seen, name FROM registry.orphans WHERE kind = 'dropped' AND (seen_at, name) > ($1, $2)
       ORDER BY seen_at, name LIMIT ${TABLES_PER_STEP}`,
      [after.seen, after.name],
    );
    dropped += await dropRows(
      pool,
      rows.map(({ name }) => name),
    );
    const last = rows.at(-1);
    if (!last || rows.length < TABLES_PER_STEP) return { removed: dropped, done: moved !== TABLES_PER_STEP };
    after = last;
  }
  return { removed: dropped, done: false };
}

const FORGET_STALE = `WITH stale AS (SELECT physical FROM registry.tables WHERE state = 'staging' AND created_at < (SELECT clock_timestamp()) - $1::float8 * interval '1 ms' ORDER BY created_at LIMIT ${TABLES_PER_STEP}),
     gone AS (DELETE FROM registry.tables WHERE state = 'staging' AND physical IN (SELECT physical FROM stale) RETURNING physical)
     INSERT INTO registry.orphans (kind, name) SELECT 'dropped', physical FROM gone ON CONFLICT DO NOTHING`;

/**
 * Drops tables that have no row in the registry and had none a day ago: their loading was aborted. A restore makes
 * tables before it fills the registry, so they are never dropped at once.
 */
export async function sweepUnregistered(pool: Pool, until: AbortSignal): Promise<Swept> {
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind = 'table' AND name IN (SELECT physical FROM registry.tables)",
  );
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind = 'table' AND name IN (SELECT stored_in FROM registry.tables)",
  );
  // What is still there is recorded again. The sub-select is evaluated once, so that the index is used.
  const long = "kind <> 'dropped' AND seen_at < (SELECT clock_timestamp()) - interval '90 days'";
  await deleteRows(pool, { table: "registry.orphans", where: long }, until);
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT tablename AS name FROM pg_tables
     WHERE schemaname IN ('data', 'staging') AND tablename ~ '^t_[0-9a-f]{32}$'
       AND NOT EXISTS (SELECT FROM registry.tables WHERE physical = tablename)
       AND NOT EXISTS (SELECT FROM registry.tables WHERE stored_in = tablename)
       AND NOT EXISTS (SELECT FROM registry.orphans WHERE kind = 'dropped' AND name = tablename)`,
  );
  const removable = await removableOrphans(pool, "table", { known: [], unknown: rows.map(({ name }) => name) });
  const now = removable.slice(0, MAX_STEPS * TABLES_PER_STEP);
  return { removed: await dropRows(pool, now), done: now.length === removable.length };
}

/** Drops tables one by one; those being read are left for the next time. Returns how many there were. */
async function dropRows(pool: Pool, physicals: readonly string[]): Promise<number> {
  if (physicals.length === 0) return 0;
  const client = await pool.connect();
  let usable = false;
  const gone: string[] = [];
  let dropped = 0;
  try {
    for (const physical of physicals) {
      await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
      try {
        await client.query(`SELECT pg_advisory_xact_lock(${tableLock(physical)})`);
        const { rows } = await client.query<{ there: boolean; used: boolean }>(
          `SELECT coalesce(to_regclass($1), to_regclass($2)) IS NOT NULL AS there,
                  EXISTS (SELECT FROM registry.tables WHERE stored_in = $3 OR physical = $3) AS used`,
          [dataTable(physical), stagingTable(physical), physical],
        );
        const isUsed = rows[0]?.used === true;
        if (!isUsed) await client.query(`DROP TABLE IF EXISTS ${dataTable(physical)}, ${stagingTable(physical)}`);
        await client.query("COMMIT");
        gone.push(physical);
        if (!isUsed && rows[0]?.there === true) dropped += 1;
      } catch (error) {
        await client.query("ROLLBACK");
        if (!(error instanceof Error && "code" in error && error.code === "55P03")) throw error;
      }
    }
    for (const kind of ["dropped", "table", "version"] as const)
      if (gone.length > 0) await forgetOrphans(client, kind, gone);
    usable = true;
    return dropped;
  } finally {
    client.release(!usable);
  }
}
