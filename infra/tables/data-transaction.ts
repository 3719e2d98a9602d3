import type { Pool, PoolClient } from "pg";

/** Does work on data tables in one transaction, in the statement time of `pool`: times and dates spelled as the product spells them. */
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
    // A connection in an unknown state is closed: the server rolls back what it had begun.
    client.release(!usable);
  }
}
