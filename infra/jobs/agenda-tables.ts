import { PostgresBackend } from "@agendajs/postgres-backend";
import type { Pool } from "pg";
import type { JobName } from "#domain/core/ports/work-ports.ts";

export const JOBS_TABLE = "agenda_jobs";
/** Jobs with one entry per id. Jobs of the others have no id; each requests one more round. */
export const ONE_FOR_EACH_ID: readonly JobName[] = ["pull", "load-dataset", "measure-table"];

/**
 * Makes Agenda's table, indexes and trigger as the installed version of its Postgres backend needs them, and an index
 * of ours. Its statements fail if two processes run them at the same moment, so this runs under the lock of the
 * migrations (`underStartLock`), and the job queue itself makes nothing.
 */
export async function createAgendaTables(pool: Pool): Promise<void> {
  await new PostgresBackend({ pool, tableName: JOBS_TABLE, disableNotifications: true }).connect();
  await keepOneForEachId(pool);
  await pool.query(INDEX_STATES);
}

/** For the counts of each scrape of the metrics; what runs is found by Agenda's own index. */
const INDEX_STATES = `
  CREATE INDEX IF NOT EXISTS ${JOBS_TABLE}_waiting ON ${JOBS_TABLE} (name, next_run_at, locked_at) WHERE failed_at IS NULL AND next_run_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS ${JOBS_TABLE}_failed ON ${JOBS_TABLE} (name) WHERE failed_at IS NOT NULL`;

/**
 * Agenda looks for a job of the same id before it adds one; an index prevents duplicates by two that look at the same
 * time.
 */
async function keepOneForEachId(pool: Pool): Promise<void> {
  const index = `${JOBS_TABLE}_one_for_each_id`;
  const { rows } = await pool.query<{ made: boolean }>("SELECT to_regclass($1) IS NOT NULL AS made", [index]);
  if (rows[0]?.made === true) return;
  // Statements that are sent together are one transaction.
  const single = `type = 'normal' AND name IN (${ONE_FOR_EACH_ID.map((name) => `'${name}'`).join(", ")})`;
  await pool.query(`
    DELETE FROM ${JOBS_TABLE} WHERE ${single} AND (next_run_at IS NULL AND locked_at IS NULL
      OR id NOT IN (SELECT DISTINCT ON (name, data->>'id') id FROM ${JOBS_TABLE} WHERE ${single} ORDER BY name, data->>'id', locked_at DESC NULLS LAST));
    CREATE UNIQUE INDEX ${index} ON ${JOBS_TABLE} (name, (data->>'id')) WHERE ${single}`);
}
