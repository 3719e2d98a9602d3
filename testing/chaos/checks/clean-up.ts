import type { Pool } from "pg";
import { eventually } from "../../eventually.ts";
import { ringJob } from "../../schedule.ts";

const CLEANED_WITHIN_MS = 60_000;

/** Has the product clean up now, as it does every ten minutes, and waits for the end of it. */
export async function cleanUpNow(pool: Pool): Promise<void> {
  const ended = async (): Promise<string | null> => {
    const { rows } = await pool.query<{ ended: string | null }>(
      "SELECT last_finished_at::text AS ended FROM agenda_jobs WHERE name = 'clean-up' AND type = 'single' AND locked_at IS NULL",
    );
    return rows[0]?.ended ?? null;
  };
  const before = await ended();
  await ringJob(pool, "clean-up");
  const isOver = async () => ![null, before].includes(await ended());
  await eventually(isOver, CLEANED_WITHIN_MS, "A round of clean-up did not end");
}
