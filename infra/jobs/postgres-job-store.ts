import type { Pool } from "pg";
import { JOB_NAMES, type JobFilter, type JobKind, type JobReport } from "#domain/core/ports/work-ports.ts";
import type { ListPage, ListRange } from "#domain/core/lists/list-page.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import { JOBS_TABLE, ONE_FOR_EACH_ID_SQL } from "./agenda-tables.ts";
import { FAILED_KEPT_MS, type JobStore, LOCK_LIFETIME_MS, LONGEST_PUT_OFF_MS } from "./job-store.ts";

const LOCKED = `coalesce(locked_at > now() - interval '${LOCK_LIFETIME_MS} ms', false)`;
const STATE = `CASE WHEN ${LOCKED} THEN 'running' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END`;
/** Not one that ended and is about to be removed. */
const THERE = "(locked_at IS NOT NULL OR next_run_at IS NOT NULL OR failed_at IS NOT NULL)";
const SINCE = `CASE WHEN ${LOCKED} AND last_run_at > coalesce(last_finished_at, '-infinity') THEN last_run_at
  WHEN ${LOCKED} THEN locked_at ELSE coalesce(failed_at, last_finished_at, created_at) END`;
const REPORT = `id, name, coalesce(data->>'id', '') AS about, type = 'single' AS recurring, ${STATE} AS state, ${SINCE} AS since,
  next_run_at AS "nextAt", coalesce(fail_count, 0) AS failures, CASE WHEN failed_at IS NOT NULL THEN fail_reason END AS error`;
const ENDED_LONG_AGO = `type <> 'single' AND next_run_at IS NULL AND locked_at IS NULL
  AND (failed_at IS NULL OR failed_at < now() - interval '${FAILED_KEPT_MS} ms')`;
/** Agenda compares times in milliseconds. */
const NOW = "date_trunc('milliseconds', now())";
const ADD = `
  INSERT INTO ${JOBS_TABLE} AS job (name, type, data, next_run_at) VALUES ($1, 'normal', $2, ${NOW})
  ON CONFLICT (name, (data->>'id')) WHERE ${ONE_FOR_EACH_ID_SQL}
  DO UPDATE SET next_run_at = excluded.next_run_at, failed_at = NULL
    WHERE job.next_run_at IS NULL AND job.failed_at IS NOT NULL AND job.locked_at IS NULL`;
/** With another id: what the process that has locked one still writes to it finds nothing. */
const RELEASE = `
  UPDATE ${JOBS_TABLE} SET id = gen_random_uuid(), locked_at = NULL, next_run_at = ${NOW}
  WHERE name = $1 AND type <> 'single' AND locked_at IS NOT NULL`;
const NEARER = `
  WITH recurring AS (SELECT * FROM unnest($1::text[], $2::int[]) AS r (name, seconds)), latest AS (
    SELECT job.id, now() + CASE WHEN type = 'single' THEN seconds * interval '1 second' ELSE '0' END AS due,
      now() + CASE WHEN type = 'single' THEN (seconds + 1) * interval '1 second' ELSE interval '${LONGEST_PUT_OFF_MS} ms' END AS most
    FROM ${JOBS_TABLE} job LEFT JOIN recurring USING (name))
  UPDATE ${JOBS_TABLE} AS job SET
    next_run_at = CASE WHEN next_run_at > most THEN date_trunc('milliseconds', due) ELSE next_run_at END,
    locked_at = CASE WHEN locked_at > now() THEN now() ELSE locked_at END
  FROM latest WHERE latest.id = job.id AND (next_run_at > most OR locked_at > now() + interval '1 second')`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const DUE = "name = kind AND failed_at IS NULL AND next_run_at IS NOT NULL";
/** By kind, from the indexes of `createAgendaTables`, each state up to $2. What a dead process had begun waits too. */
export const COUNT_JOBS = `
  SELECT kind AS name, failed.count AS failed, running.count AS running, due.count + dead.count AS waiting, first.at AS "dueAt"
  FROM unnest($1::text[]) AS kind
  CROSS JOIN LATERAL (SELECT count(*)::int FROM (SELECT FROM ${JOBS_TABLE} WHERE ${DUE} AND NOT ${LOCKED} LIMIT $2) q) due
  CROSS JOIN LATERAL (SELECT (SELECT next_run_at FROM ${JOBS_TABLE} WHERE ${DUE} AND NOT ${LOCKED} ORDER BY next_run_at LIMIT 1) AS at) first
  CROSS JOIN LATERAL (SELECT count(*)::int FROM (SELECT FROM ${JOBS_TABLE} WHERE name = kind AND locked_at IS NOT NULL AND ${LOCKED} LIMIT $2) q) running
  CROSS JOIN LATERAL (SELECT count(*)::int FROM (SELECT FROM ${JOBS_TABLE}
    WHERE name = kind AND locked_at IS NOT NULL AND NOT ${LOCKED} AND next_run_at IS NULL AND failed_at IS NULL LIMIT $2) q) dead
  CROSS JOIN LATERAL (SELECT count(*)::int FROM (SELECT FROM ${JOBS_TABLE} WHERE name = kind AND failed_at IS NOT NULL AND NOT ${LOCKED} LIMIT $2) q) failed
  ORDER BY kind`;

/** Agenda's jobs in Postgres. */
export function postgresJobStore(pool: Pool): JobStore {
  async function changed(sql: string, id: string): Promise<JobReport | null> {
    if (!UUID.test(id)) return null;
    return (await pool.query<JobReport>(sql, [id])).rows[0] ?? null;
  }
  return {
    async kinds() {
      const { rows } = await pool.query<JobKind>(
        `SELECT name, count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'running')::int AS running,
           count(*) FILTER (WHERE state = 'waiting')::int AS waiting, min(next_run_at) FILTER (WHERE state = 'waiting') AS "dueAt"
         FROM (SELECT name, next_run_at, ${STATE} AS state FROM ${JOBS_TABLE} WHERE ${THERE}) jobs GROUP BY name ORDER BY name`,
      );
      return rows;
    },
    counts: async (most) => (await pool.query<JobKind>(COUNT_JOBS, [JOB_NAMES, most])).rows,
    page: (filter, range) => page(pool, filter, range),
    async add(name, data) {
      await pool.query(ADD, [name, data]);
    },
    async releaseLocked(name) {
      await pool.query(RELEASE, [name]);
    },
    async lastRound(name) {
      const { rows } = await pool.query<{ at: Date }>(
        `SELECT last_finished_at AS at FROM ${JOBS_TABLE}
         WHERE type = 'single' AND name = $1 AND last_finished_at IS NOT NULL AND failed_at IS NULL`,
        [name],
      );
      return rows[0]?.at ?? null;
    },
    async bringNearer(everySeconds) {
      const names = Object.keys(everySeconds);
      const { rowCount } = await pool.query(NEARER, [names, Object.values(everySeconds)]);
      return rowCount ?? 0;
    },
    retry: (id) =>
      changed(
        `UPDATE ${JOBS_TABLE} SET next_run_at = ${NOW}, failed_at = NULL
         WHERE id = $1 AND NOT ${LOCKED} AND ${THERE} RETURNING ${REPORT}`,
        id,
      ),
    remove: (id) =>
      changed(
        `DELETE FROM ${JOBS_TABLE}
         WHERE id = $1 AND NOT ${LOCKED} AND failed_at IS NOT NULL AND type <> 'single' RETURNING ${REPORT}`,
        id,
      ),
    sweep: (until) => deleteRows(pool, { table: JOBS_TABLE, where: ENDED_LONG_AGO }, until),
    close: () => Promise.resolve(),
  };
}

async function page(
  pool: Pool,
  { state, name }: JobFilter,
  { limit, offset }: ListRange,
): Promise<ListPage<JobReport>> {
  const where = `${THERE} AND ($1::text IS NULL OR ${STATE} = $1) AND ($2::text IS NULL OR name = $2)`;
  const [{ rows: items }, { rows: count }] = await Promise.all([
    pool.query<JobReport>(
      `SELECT ${REPORT} FROM ${JOBS_TABLE} WHERE ${where}
       ORDER BY failed_at DESC NULLS LAST, locked_at DESC NULLS LAST, next_run_at, id LIMIT $3 OFFSET $4`,
      [state, name, limit, offset],
    ),
    pool.query<{ total: number }>(`SELECT count(*)::int AS total FROM ${JOBS_TABLE} WHERE ${where}`, [state, name]),
  ]);
  return { items, total: count[0]?.total ?? 0 };
}
