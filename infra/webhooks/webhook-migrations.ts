import type { Migration } from "../postgres/migrations.ts";

/** What is sent to webhooks; the webhooks themselves are events. */
export const webhookMigrations: readonly Migration[] = [
  {
    id: "webhooks-001",
    sql: `
      create schema webhooks;
      -- The position of the log up to which deliveries are queued.
      create table webhooks.checkpoint (
        one boolean primary key default true check (one),
        position text not null
      );
      create table webhooks.deliveries (
        id uuid primary key default gen_random_uuid(),
        webhook_id text not null,
        user_id text not null,
        message_id text not null,
        kind text not null,
        about_id text not null,
        body text not null,
        created timestamptz not null default clock_timestamp(),
        status text not null default 'waiting',
        attempts integer not null default 0,
        next_attempt timestamptz default clock_timestamp(),
        answer_status integer,
        answer text,
        fault text,
        ms integer,
        unique (webhook_id, message_id)
      );
      create index on webhooks.deliveries (webhook_id, next_attempt) where next_attempt is not null;
      create index on webhooks.deliveries (webhook_id, created desc, id desc);
      create index on webhooks.deliveries (user_id);
      create index on webhooks.deliveries (created);
      -- due: when the next delivery of a webhook is due. leased_until: a process sends one now.
      create table webhooks.endpoints (
        webhook_id text primary key,
        user_id text not null,
        due timestamptz,
        leased_until timestamptz,
        failing_since timestamptz
      );
      create index on webhooks.endpoints (due) where due is not null;
      create index on webhooks.endpoints (user_id)`,
  },
  {
    id: "webhooks-002-counts",
    sql: `
      create index deliveries_waiting on webhooks.deliveries (created) where status = 'waiting';
      create index deliveries_failed on webhooks.deliveries (created) where status = 'failed'`,
  },
];
