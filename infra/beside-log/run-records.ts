import type { Pool } from "pg";
import {
  REQUESTS_KEPT_AT_EACH_END,
  type RunProgress,
  type RunRecords,
  type RunRecordsQueries,
  type RunRequest,
} from "#domain/core/ports/run-records.ts";
import type { Migration } from "../postgres/migrations.ts";

export const runRecordMigrations: readonly Migration[] = [
  {
    id: "run-records-001",
    sql: `
      create schema if not exists run_records;
      create table run_records.runs (
        run_id text primary key,
        instance_id text not null,
        number integer not null,
        progress jsonb not null
      );
      create index runs_by_instance on run_records.runs (instance_id, number desc);
      create table run_records.requests (
        run_id text not null references run_records.runs on delete cascade,
        number integer not null,
        at timestamptz not null,
        operation text not null,
        attempt integer not null,
        method text not null,
        url text not null,
        status integer,
        bytes bigint,
        ms integer,
        rows bigint,
        note text,
        primary key (run_id, number)
      )`,
  },
  {
    id: "run-records-002-ignored",
    sql: "alter table run_records.requests add column ignored boolean not null default false",
  },
];

/** Of each connection so many runs keep their record. */
const RUNS_KEPT = 50;
/** Connections that one sweep looks at. */
const PORTION = 500;
/** Longer addresses and notes are cut: they are there to be read. */
const LONGEST_URL = 2_000;
const LONGEST_NOTE = 1_000;
const NOTHING: RunProgress = { operations: [], wait: null, requests: 0 };

/** Progress and request logs of runs in two tables, which are no part of the history: what is lost here was only to look at. */
export function createRunRecords(pool: Pick<Pool, "query">): RunRecords &
  RunRecordsQueries & {
    sweep(existing: (instanceIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  } {
  /** The sweep goes on behind this connection. */
  let swept = "";
  return {
    async begin({ runId, instanceId, number }) {
      await pool.query("delete from run_records.runs where run_id = $1", [runId]);
      await pool.query("insert into run_records.runs (run_id, instance_id, number, progress) values ($1, $2, $3, $4)", [
        runId,
        instanceId,
        number,
        JSON.stringify(NOTHING),
      ]);
      await pool.query("delete from run_records.runs where instance_id = $1 and number <= $2", [
        instanceId,
        number - RUNS_KEPT,
      ]);
    },

    async keep(runId, progress, requests) {
      const { rowCount } = await pool.query("update run_records.runs set progress = $2 where run_id = $1", [
        runId,
        JSON.stringify(progress),
      ]);
      if (rowCount === 0 || requests.length === 0) return;
      await pool.query(
        `insert into run_records.requests (run_id, number, at, operation, attempt, method, url, status, bytes, ms, rows, ignored, note)
         select $1, number, at, operation, attempt, method, left(url, ${LONGEST_URL}), status, bytes, ms, rows, ignored, left(note, ${LONGEST_NOTE})
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
    },

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

    async sweep(existing) {
      // One step of the index for each connection, however many runs it has.
      const { rows } = await pool.query<{ instance_id: string }>(
        `with recursive connections as (
           (select instance_id from run_records.runs where instance_id > $1 order by instance_id limit 1)
           union all
           select (select instance_id from run_records.runs r where r.instance_id > c.instance_id order by instance_id limit 1) from connections c where c.instance_id is not null
         ) select instance_id from connections where instance_id is not null limit ${PORTION}`,
        [swept],
      );
      const ids = rows.map((row) => row.instance_id);
      swept = ids.length < PORTION ? "" : (ids.at(-1) ?? "");
      const known = await existing(ids);
      await pool.query("delete from run_records.runs where instance_id = any($1)", [
        ids.filter((id) => !known.has(id)),
      ]);
    },
  };
}
