import type { Pool } from "pg";

/** A slot of a schedule is in the log with one run, whatever the events of a run are. */
const TWICE = `SELECT data->>'instanceId' AS instance, data->>'slot' AS slot, count(DISTINCT stream) AS runs
  FROM log.events WHERE stream LIKE 'run-%' AND data->>'slot' IS NOT NULL
  GROUP BY 1, 2 HAVING count(DISTINCT stream) > 1`;

/** Slots of schedules that ran more than once, one sentence each. */
export async function slotFaults(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ instance: string; slot: string; runs: string }>(TWICE);
  return rows.map(({ instance, slot, runs }) => `The slot ${slot} of ${instance} ran ${runs} times`);
}
