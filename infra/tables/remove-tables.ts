import type { Pool } from "pg";
import { forgetOrphans, removableOrphans } from "./orphans.ts";
import { dataTable, stagingTable, tableLock } from "./registry.ts";

/** Most tables that one sweep removes; the next continues. */
const MAX_TABLES_PER_SWEEP = 500;

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
 * Drops what will never be finished: pulls that began before `olderThan`, and rows of removed tables that were still
 * being read. Returns the number of tables.
 */
export async function sweepStaging(pool: Pool, { olderThan }: { readonly olderThan: Date }): Promise<number> {
  await pool.query(
    `WITH stale AS (SELECT physical FROM registry.tables WHERE state = 'staging' AND created_at < $1 ORDER BY created_at LIMIT ${MAX_TABLES_PER_SWEEP}),
     gone AS (DELETE FROM registry.tables WHERE state = 'staging' AND physical IN (SELECT physical FROM stale) RETURNING physical)
     INSERT INTO registry.orphans (kind, name) SELECT 'dropped', physical FROM gone ON CONFLICT DO NOTHING`,
    [olderThan],
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM registry.orphans WHERE kind = 'dropped' ORDER BY seen_at LIMIT ${MAX_TABLES_PER_SWEEP}`,
  );
  return dropRows(
    pool,
    rows.map(({ name }) => name),
  );
}

/**
 * Drops tables that have no row in the registry and had none a day ago: their loading was aborted. A restore makes
 * tables before it fills the registry, so they are never dropped at once. Returns how many.
 */
export async function sweepUnregistered(pool: Pool): Promise<number> {
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind = 'table' AND name IN (SELECT physical FROM registry.tables)",
  );
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind = 'table' AND name IN (SELECT stored_in FROM registry.tables)",
  );
  // What is still there is recorded again. The sub-select is evaluated once, so that the index is used.
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind <> 'dropped' AND seen_at < (SELECT clock_timestamp()) - interval '90 days'",
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT tablename AS name FROM pg_tables
     WHERE schemaname IN ('data', 'staging') AND tablename ~ '^t_[0-9a-f]{32}$'
       AND NOT EXISTS (SELECT FROM registry.tables WHERE physical = tablename)
       AND NOT EXISTS (SELECT FROM registry.tables WHERE stored_in = tablename)
       AND NOT EXISTS (SELECT FROM registry.orphans WHERE kind = 'dropped' AND name = tablename)`,
  );
  const removable = await removableOrphans(pool, "table", { known: [], unknown: rows.map(({ name }) => name) });
  return dropRows(pool, removable.slice(0, MAX_TABLES_PER_SWEEP));
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
