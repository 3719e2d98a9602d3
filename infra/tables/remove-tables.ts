import type { Pool } from "pg";
import { dataTable, stagingTable } from "./registry.ts";

/**
 * Removes a table: it cannot be read any more when this resolves. Where a stream still reads its rows they go with a later
 * sweep. Does nothing for a table that is gone. Statistics go with it.
 */
export async function dropTable(pool: Pool, physical: string): Promise<void> {
  const name = dataTable(physical);
  await pool.query("DELETE FROM registry.tables WHERE physical = $1", [physical]);
  await dropRows(pool, [name, stagingTable(physical)]);
}

/**
 * Drops what nobody will finish: pulls that began before `olderThan`, and tables without a row in the registry (their
 * loading or dropping was cut off). Answers how many tables went.
 */
export async function sweepStaging(pool: Pool, { olderThan }: { readonly olderThan: Date }): Promise<number> {
  await pool.query("DELETE FROM registry.tables WHERE state = 'staging' AND created_at < $1", [olderThan]);
  const orphans = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('data', 'staging') AND tablename ~ '^t_[0-9a-f]{32}$'
       AND NOT EXISTS (SELECT FROM registry.tables WHERE physical = tablename)`,
  );
  return dropRows(pool, orphans.rows.map(({ name }) => name));
}

/** Drops tables one by one, leaving those that are being read for the next time. */
async function dropRows(pool: Pool, names: readonly string[]): Promise<number> {
  const client = await pool.connect();
  let usable = false;
  let dropped = 0;
  try {
    for (const name of names) {
      await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
      try {
        await client.query(`DROP TABLE IF EXISTS ${name}`);
        await client.query("COMMIT");
        dropped += 1;
      } catch (error) {
        await client.query("ROLLBACK");
        if (!(error instanceof Error && "code" in error && error.code === "55P03")) throw error;
      }
    }
    usable = true;
    return dropped;
  } finally {
    client.release(!usable);
  }
}
