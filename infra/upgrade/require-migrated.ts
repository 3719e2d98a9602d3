import type pg from "pg";
import { JOBS_TABLE } from "../jobs/agenda-tables.ts";
import { StartRefused } from "../platform/start-refused.ts";
import { type Migration, readSchemaState } from "../postgres/migrations.ts";

/**
 * For a process that does not migrate. Throws `StartRefused`, with the command to run, if the database lacks a step, or
 * the table of the jobs that it `needsJobs`.
 */
export async function requireMigrated(
  pool: pg.Pool,
  migrations: readonly Migration[],
  needsJobs: boolean,
): Promise<void> {
  const { due, isEmpty } = await readSchemaState(pool, migrations);
  const run = "Run `npm run migrate` first: with MIGRATE=off, or a ROLE other than all, a start does not migrate.";
  if (isEmpty) throw new StartRefused(`The database has no tables yet. ${run}`);
  if (due.length > 0) {
    const what = due.length === 1 ? `migration ${due[0]!.id}` : `${due.length} migrations, from ${due[0]!.id} on,`;
    throw new StartRefused(
      `The database is older than this version of Tributary: ${what} ${due.length === 1 ? "has" : "have"} not been made. ${run}`,
    );
  }
  if (needsJobs && !(await hasJobs(pool))) throw new StartRefused(`The database has no table of jobs yet. ${run}`);
}

/** Whether the table of jobs is there, which no migration makes. */
export async function hasJobs(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ made: boolean }>("SELECT to_regclass($1) IS NOT NULL AS made", [JOBS_TABLE]);
  return rows[0]?.made === true;
}
