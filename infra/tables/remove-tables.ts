import type { Pool } from "pg";
import { forgetOrphans, removableOrphans } from "./orphans.ts";
import { dataTable, stagingTable } from "./registry.ts";

/** Tables that one sweep removes at most; the next goes on. */
const PORTION = 500;

/**
 * Removes a table: it cannot be read any more when this resolves. Where a stream still reads its rows they go with a later
 * sweep. Does nothing for a table that is gone. Statistics go with it.
 */
export async function dropTable(pool: Pool, physical: string): Promise<void> {
  dataTable(physical);
  await pool.query(
    `WITH gone AS (DELETE FROM registry.tables WHERE physical = $1 RETURNING physical)
     INSERT INTO registry.orphans (kind, name) SELECT 'dropped', physical FROM gone ON CONFLICT DO NOTHING`,
    [physical],
  );
  await dropRows(pool, [physical]);
}

/**
 * Drops what will never be finished: pulls that began before `olderThan`, and rows of removed tables that were still being read.
 * Answers how many tables went.
 */
export async function sweepStaging(pool: Pool, { olderThan }: { readonly olderThan: Date }): Promise<number> {
  await pool.query(
    `WITH stale AS (SELECT physical FROM registry.tables WHERE state = 'staging' AND created_at < $1 ORDER BY created_at LIMIT ${PORTION}),
     gone AS (DELETE FROM registry.tables WHERE state = 'staging' AND physical IN (SELECT physical FROM stale) RETURNING physical)
     INSERT INTO registry.orphans (kind, name) SELECT 'dropped', physical FROM gone ON CONFLICT DO NOTHING`,
    [olderThan],
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM registry.orphans WHERE kind = 'dropped' ORDER BY seen_at LIMIT ${PORTION}`,
  );
  return dropRows(
    pool,
    rows.map(({ name }) => name),
  );
}

/**
 * Drops tables that have no row in the registry and had none a day ago: their loading was cut off. A restore makes tables before it
 * fills the registry, so they are never dropped at once. Answers how many went.
 */
export async function sweepUnregistered(pool: Pool): Promise<number> {
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind = 'table' AND name IN (SELECT physical FROM registry.tables)",
  );
  // What is still there is noted anew.
  await pool.query(
    "DELETE FROM registry.orphans WHERE kind <> 'dropped' AND seen_at < clock_timestamp() - interval '90 days'",
  );
  const { rows } = await pool.query<{ name: string }>(
    `SELECT DISTINCT tablename AS name FROM pg_tables
     WHERE schemaname IN ('data', 'staging') AND tablename ~ '^t_[0-9a-f]{32}$'
       AND NOT EXISTS (SELECT FROM registry.tables WHERE physical = tablename)
       AND NOT EXISTS (SELECT FROM registry.orphans WHERE kind = 'dropped' AND name = tablename)`,
  );
  const removable = await removableOrphans(pool, "table", { known: [], unknown: rows.map(({ name }) => name) });
  return dropRows(pool, removable.slice(0, PORTION));
}

/** Drops tables one by one, leaving those that are being read for the next time. Answers how many there were. */
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
        const { rows } = await client.query<{ there: boolean }>(
          "SELECT coalesce(to_regclass($1), to_regclass($2)) IS NOT NULL AS there",
          [dataTable(physical), stagingTable(physical)],
        );
        await client.query(`DROP TABLE IF EXISTS ${dataTable(physical)}, ${stagingTable(physical)}`);
        await client.query("COMMIT");
        gone.push(physical);
        if (rows[0]?.there === true) dropped += 1;
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
