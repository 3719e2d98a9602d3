import { createHash } from "node:crypto";
import { PostgresBackend } from "@agendajs/postgres-backend";
import type { Pool } from "pg";
import type { JobName } from "#domain/core/ports/work-ports.ts";

export const JOBS_TABLE = "agenda_jobs";
/** Jobs with one entry per id. Jobs of the others have no id; each requests one more round. */
export const ONE_FOR_EACH_ID: readonly JobName[] = ["pull", "load-dataset", "measure-table"];

export const ONE_FOR_EACH_ID_SQL = `type = 'normal' AND name IN (${ONE_FOR_EACH_ID.map((name) => `'${name}'`).join(", ")})`;

/** An index of ours on Agenda's table. */
type JobIndex = { readonly use: string; readonly unique?: true; readonly on: string; readonly where: string };
const INDEXES: readonly JobIndex[] = [
  // Agenda looks for a job of the same id before it adds one; this prevents duplicates by two that look at the same time.
  { use: "one_for_each_id", unique: true, on: "name, (data->>'id')", where: ONE_FOR_EACH_ID_SQL },
  // For the counts of each scrape of the metrics; what runs is found by Agenda's own index.
  { use: "waiting", on: "name, next_run_at, locked_at", where: "failed_at IS NULL AND next_run_at IS NOT NULL" },
  { use: "failed", on: "name", where: "failed_at IS NOT NULL" },
];

/**
 * Makes Agenda's table, indexes and trigger as the installed version of its Postgres backend needs them, and indexes
 * of ours. Its statements fail if two processes run them at the same moment, so this runs under the lock of the
 * migrations (`underStartLock`), and the job queue itself makes nothing.
 */
export async function createAgendaTables(pool: Pool): Promise<void> {
  await new PostgresBackend({ pool, tableName: JOBS_TABLE, disableNotifications: true }).connect();
  for (const index of INDEXES) await makeIndex(pool, index);
}

/** An index is named by what it says, so that one of a version that said something else is found, and replaced. */
async function makeIndex(pool: Pool, { use, unique, on, where }: JobIndex): Promise<void> {
  const sum = createHash("sha256").update(`${on} ${where}`).digest("hex").slice(0, 8);
  const [kind, name] = [`${JOBS_TABLE}_${use}`, `${JOBS_TABLE}_${use}_${sum}`];
  const { rows } = await pool.query<{ name: string }>(
    "SELECT indexname AS name FROM pg_indexes WHERE tablename = $1 AND schemaname = current_schema() AND indexname ~ $2",
    [JOBS_TABLE, `^${kind}(_[0-9a-f]{8})?$`],
  );
  const isMade = rows.some((row) => row.name === name);
  const others = rows.flatMap((row) => (row.name === name ? [] : [`DROP INDEX ${row.name};`]));
  // Statements that are sent together are one transaction.
  const make = `${unique ? WITHOUT_REPEATED : ""} CREATE ${unique ? "UNIQUE" : ""} INDEX ${name} ON ${JOBS_TABLE} (${on}) WHERE ${where};`;
  if (!isMade || others.length > 0) await pool.query(`${isMade ? "" : make} ${others.join(" ")}`);
}

const WITHOUT_REPEATED = `
  DELETE FROM ${JOBS_TABLE} WHERE ${ONE_FOR_EACH_ID_SQL} AND (next_run_at IS NULL AND locked_at IS NULL
    OR id NOT IN (SELECT DISTINCT ON (name, data->>'id') id FROM ${JOBS_TABLE} WHERE ${ONE_FOR_EACH_ID_SQL}
                  ORDER BY name, data->>'id', locked_at DESC NULLS LAST));`;
