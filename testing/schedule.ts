import type { Pool } from "pg";
import type { JobName } from "#domain/core/ports/work-ports.ts";
import { BELL_CHANNEL } from "#infra/jobs/job-bell.ts";
import { eventually } from "./eventually.ts";

type RecurringJob = Extract<JobName, "schedule" | "send-mail" | "clean-up">;

/**
 * Makes the runners look for due instances now, as they do every ten seconds, and waits until one round is complete. A
 * job that a runner already holds starts within five seconds by itself.
 */
export async function roundOfSchedule(pool: Pool): Promise<void> {
  const asked = new Date();
  await eventually(
    async () => {
      const { rows } = await pool.query<{ id: string; locked: boolean; begun: Date | null; ended: Date | null }>(
        "SELECT id, locked_at IS NOT NULL AS locked, last_run_at AS begun, last_finished_at AS ended FROM agenda_jobs WHERE name = 'schedule' AND type = 'single'",
      );
      const [job] = rows;
      if (!job) return false;
      if (job.begun && job.ended && job.begun >= asked && job.ended >= job.begun) return true;
      if (!job.locked) await ring(pool, "schedule", job.id);
      return false;
    },
    20_000,
    "No runner looked for due connections",
  );
}

/** Makes a runner start to look for due instances, without waiting for the end. */
export const ringSchedule = (pool: Pool): Promise<void> => ringJob(pool, "schedule");

/** Makes a runner start a job that recurs, unless it runs already, without waiting for the end. */
export async function ringJob(pool: Pool, name: RecurringJob): Promise<void> {
  await eventually(
    async () => {
      const { rows } = await pool.query<{ id: string; locked: boolean }>(
        "SELECT id, locked_at IS NOT NULL AS locked FROM agenda_jobs WHERE name = $1 AND type = 'single'",
        [name],
      );
      const [job] = rows;
      if (job && !job.locked) await ring(pool, name, job.id);
      return job;
    },
    20_000,
    `No runner has set the job ${name} up`,
  );
}

async function ring(pool: Pool, jobName: RecurringJob, id: string): Promise<void> {
  await pool.query("UPDATE agenda_jobs SET next_run_at = now() WHERE id = $1 AND locked_at IS NULL", [id]);
  await pool.query("SELECT pg_notify($1, $2)", [BELL_CHANNEL, jobName]);
}
