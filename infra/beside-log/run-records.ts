import type { Pool } from "pg";
import {
  REQUESTS_KEPT_AT_EACH_END,
  type RunProgress,
  type RunRecords,
  type RunRecordsQueries,
  type RunRequest,
} from "#domain/core/ports/run-records.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import { PROGRESS_CHANNEL } from "./progress-channel.ts";

/** Runs per instance whose records are kept. */
const RUNS_KEPT = 50;
/** Each takes up to a thousand requests with it. */
const RUNS_AT_ONCE = 50;
/** Instances that one sweep checks. */
const INSTANCES_PER_SWEEP = 500;
/** Longer URLs and notes are cut: they are only for display. */
const MAX_URL_CHARS = 2_000;
const MAX_NOTE_CHARS = 1_000;
const NO_PROGRESS: RunProgress = { operations: [], wait: null, requests: 0 };

/**
 * Progress and request logs of runs, in two tables beside the log. They are only for display: nothing depends on them.
 */
export function createRunRecords(pool: Pick<Pool, "query">): RunRecords &
  RunRecordsQueries & {
    sweep(
      existing: (instanceIds: readonly string[]) => Promise<ReadonlySet<string>>,
      until: AbortSignal,
    ): Promise<Swept>;
  } {
  /** The next sweep starts after this instance. */
  let sweptTo = "";
  return {
    async begin({ runId, instanceId, number }) {
      await pool.query("delete from run_records.runs where run_id = $1", [runId]);
      await pool.query(
        `with begun as (
           insert into run_records.runs (run_id, instance_id, number, progress) values ($1, $2, $3, $4) returning 1
         ) select pg_notify('${PROGRESS_CHANNEL}', '') from begun`,
        [runId, instanceId, number, JSON.stringify(NO_PROGRESS)],
      );
      await pool.query("delete from run_records.runs where instance_id = $1 and number <= $2", [
        instanceId,
        number - RUNS_KEPT,
      ]);
    },

    keep: (runId, progress, requests) => keep(pool, runId, progress, requests),

    async progress(runIds) {
      const { rows } = await pool.query<{ run_id: string; progress: RunProgress }>(
        "select run_id, progress from run_records.runs where run_id = any($1)",
        [runIds],
      );
      return new Map(rows.map(({ run_id, progress }) => [run_id, progress]));
    },

    async requests(runId) {
      const { rows } = await pool.query<Omit<RunRequest, "at"> & { at: Date }>(
        `select number, at, operation, attempt, method, url, status, bytes::float8 as bytes, ms, rows::float8 as rows, ignored, note
         from run_records.requests where run_id = $1 order by number`,
        [runId],
      );
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },

    async sweep(existing, until) {
      const ids = await instancesAfter(pool, sweptTo);
      sweptTo = ids.length < INSTANCES_PER_SWEEP ? "" : (ids.at(-1) ?? "");
      const known = await existing(ids);
      const gone = ids.filter((id) => !known.has(id));
      return deleteRows(
        pool,
        { table: "run_records.runs", where: "instance_id = any($1)", values: [gone], atOnce: RUNS_AT_ONCE },
        until,
      );
    },
  };
}

/** The next batch of instances with records, with one index step each, however many runs they have. */
async function instancesAfter(pool: Pick<Pool, "query">, after: string): Promise<string[]> {
  const { rows } = await pool.query<{ instance_id: string }>(
    `with recursive connections as (
       (select instance_id from run_records.runs where instance_id > $1 order by instance_id limit 1)
       union all
       select (select instance_id from run_records.runs r where r.instance_id > c.instance_id order by instance_id limit 1) from connections c where c.instance_id is not null
     ) select instance_id from connections where instance_id is not null limit ${INSTANCES_PER_SWEEP}`,
    [after],
  );
  return rows.map((row) => row.instance_id);
}

async function keep(
  pool: Pick<Pool, "query">,
  runId: string,
  progress: RunProgress,
  requests: readonly RunRequest[],
): Promise<void> {
  const { rowCount } = await pool.query(
    `with kept as (update run_records.runs set progress = $2 where run_id = $1 returning 1)
     select pg_notify('${PROGRESS_CHANNEL}', '') from kept`,
    [runId, JSON.stringify(progress)],
  );
  if (rowCount === 0 || requests.length === 0) return;
  await pool.query(
    `insert into run_records.requests (run_id, number, at, operation, attempt, method, url, status, bytes, ms, rows, ignored, note)
     select $1, number, at, operation, attempt, method, left(url, ${MAX_URL_CHARS}), status, bytes, ms, rows, ignored, left(note, ${MAX_NOTE_CHARS})
     from jsonb_to_recordset($2) as r (number int, at timestamptz, operation text, attempt int, method text, url text, status int, bytes bigint, ms int, rows bigint, ignored boolean, note text)
     on conflict (run_id, number) do update
     set status = excluded.status, bytes = excluded.bytes, ms = excluded.ms, rows = excluded.rows, ignored = excluded.ignored, note = excluded.note`,
    [runId, JSON.stringify(requests)],
  );
  await pool.query("delete from run_records.requests where run_id = $1 and number > $2 and number <= $3", [
    runId,
    REQUESTS_KEPT_AT_EACH_END,
    progress.requests - REQUESTS_KEPT_AT_EACH_END,
  ]);
}
