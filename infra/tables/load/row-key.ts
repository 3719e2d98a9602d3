import type { PoolClient } from "pg";
import { dataTable } from "../registry.ts";

/** Enough to sort the keys of two million rows in memory. */
const SORT_KB = 128 * 1024;

/**
 * Makes `_row_id` the key of a filled table, in the transaction of the connection. The ids are in order already, which
 * one process with enough memory sorts fastest.
 */
export async function addRowKey(client: PoolClient, physical: string): Promise<void> {
  await client.query(
    `SELECT set_config('max_parallel_maintenance_workers', '0', true),
       set_config('maintenance_work_mem', greatest(setting::bigint, ${SORT_KB}) || 'kB', true)
     FROM pg_settings WHERE name = 'maintenance_work_mem'`,
  );
  await client.query(`ALTER TABLE ${dataTable(physical)} ADD PRIMARY KEY (_row_id)`);
}
