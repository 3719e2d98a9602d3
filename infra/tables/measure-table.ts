import { DatabaseError, type Pool } from "pg";
import { boundedTable, dataTable, findTable, tableStatistics } from "./registry.ts";
import { takeStatistics } from "./statistics.ts";

/** Longest statement of a measurement: a table without statistics is only shown with less detail. */
const STATEMENT_MS = 60_000;
/** SQLSTATE: undefined table. */
const GONE = "42P01";

/**
 * Computes the statistics of a readable table, as uploads get them on load. Does nothing for a table that is gone or
 * has them.
 */
export async function measureTable(pool: Pool, physical: string, signal?: AbortSignal): Promise<void> {
  const client = await pool.connect();
  let usable = false;
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${STATEMENT_MS}`);
    const table = await findTable(client, physical);
    if (table && (await tableStatistics(client, physical)) === null) {
      await client.query(`ANALYZE ${dataTable(table.storedIn ?? physical)}`);
      const statistics = await takeStatistics(client, boundedTable(table), { signal });
      await client.query("UPDATE registry.tables SET statistics = $2 WHERE physical = $1", [
        physical,
        JSON.stringify(statistics),
      ]);
    }
    await client.query("COMMIT");
    usable = true;
  } catch (error) {
    // The table was dropped after it was found: a newer version has taken its place.
    if (!(error instanceof DatabaseError && error.code === GONE)) throw error;
  } finally {
    client.release(!usable);
  }
}
