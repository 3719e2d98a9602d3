import type { Pool, PoolClient } from "pg";

/**
 * Runs work on data tables in one transaction, with the statement time of `pool` and the product's format of times and
 * dates.
 */
export async function inDataTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = false;
  try {
    await client.query("BEGIN; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'");
    const result = await work(client);
    await client.query("COMMIT");
    usable = true;
    return result;
  } finally {
    // A connection in an unknown state is closed: the server rolls back its transaction.
    client.release(!usable);
  }
}
