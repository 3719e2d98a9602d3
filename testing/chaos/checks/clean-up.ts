import { readdir, stat, utimes } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { eventually } from "../../eventually.ts";
import { ringJob } from "../../schedule.ts";

const CLEANED_WITHIN_MS = 60_000;
const HOURS = 26;

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

/**
 * Makes stored files as old as the clean-up lets those become that nobody names: a move or a restore leaves the job queue
 * behind, and with it the jobs that had still to remove a file.
 */
export async function ageFiles(pool: Pool, dataDir: string): Promise<void> {
  for (const area of ["uploads", "images"]) {
    const found = await readdir(path.join(dataDir, area), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const each of found.filter((entry) => entry.isFile())) {
      const file = path.join(each.parentPath, each.name);
      const then = new Date((await stat(file)).mtimeMs - HOURS * 3_600_000);
      await utimes(file, then, then);
    }
  }
  await pool.query("UPDATE uploads.folders SET kept_at = kept_at - $1 * interval '1 hour'", [HOURS]);
}
