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
