import type { Migration } from "../../postgres/migrations.ts";

export const runClaimMigrations: readonly Migration[] = [
  {
    id: "runs-001-claims",
    sql: `
      create schema runs;
      create table runs.claims (
        instance_id text not null,
        number integer not null,
        owner_id text not null,
        start jsonb not null,
        at timestamptz not null,
        deadline timestamptz not null,
        command_id text,
        correlation_id text not null,
        after text,
        fence bigint not null default 0,
        ended boolean not null default false,
        primary key (instance_id, number)
      );
      create index claims_open on runs.claims (at) where not ended;
      create table runs.weeks (
        user_id text not null,
        week text not null,
        runs integer not null,
        scheduled integer not null,
        primary key (user_id, week)
      );
      create table runs.commands (
        id text primary key,
        run_id text not null,
        at timestamptz not null default clock_timestamp()
      );
      create index commands_by_age on runs.commands (at)`,
  },
];
