import type { Pool } from "pg";
import type { JobName } from "#domain/core/ports/work-ports.ts";

/** Puts a job into the queue that has failed. Returns its id. */
export async function failedJob(pool: Pool, name: JobName, about: string, error: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO agenda_jobs (name, data, failed_at, last_run_at, last_finished_at, fail_count, fail_reason)
     VALUES ($1, $2, now(), now(), now(), 2, $3) RETURNING id`,
    [name, { id: about }, error],
  );
  return rows[0]!.id;
}
