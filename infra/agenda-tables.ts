import { PostgresBackend } from "@agendajs/postgres-backend";
import type { Pool } from "pg";

export const JOBS_TABLE = "agenda_jobs";

/**
 * Makes Agenda's table, indexes and trigger as the installed version of its Postgres backend wants them. Its statements fail
 * when two processes run them at the same moment, so this runs under the lock of the migrations (`underStartLock`), and the job
 * queue itself makes nothing.
 */
export async function createAgendaTables(pool: Pool): Promise<void> {
  await new PostgresBackend({ pool, tableName: JOBS_TABLE, disableNotifications: true }).connect();
}
