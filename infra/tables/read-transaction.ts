import type { Pool, PoolClient } from "pg";
import { readAsReader } from "./reader-role.ts";

/**
 * Begins a transaction that only reads data tables, under the reader's role, with times in UTC. It may run as long as it
 * takes; the server looks every 5 seconds whether we are still there, so that a long sort ends when nobody waits for it.
 */
export async function beginReading(pool: Pool, client: PoolClient): Promise<void> {
  await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO';
    SET LOCAL extra_float_digits = 1; SET LOCAL client_connection_check_interval = '5s'`);
  await readAsReader(pool, client);
}

/** Runs `read` in such a transaction. */
export async function reading<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = false;
  try {
    await beginReading(pool, client);
    const found = await read(client);
    await client.query("COMMIT");
    usable = true;
    return found;
  } finally {
    client.release(!usable);
  }
}
