import type { Migration } from "../postgres/migrations.ts";

/** Tables of schema `mail`, in order. A mail is stored encrypted, and only until it is delivered. */
export const mailMigrations: readonly Migration[] = [
  {
    id: "mail-001-queue",
    sql: `
      create schema if not exists mail;

      create table mail.queue (
        id uuid primary key,
        sealed bytea,
        created timestamptz not null default now(),
        next_attempt timestamptz not null default now(),
        attempts integer not null default 0,
        last_error text,
        failed timestamptz
      );
      create index on mail.queue (next_attempt) where failed is null;
    `,
  },
  {
    id: "mail-002-failed",
    sql: "create index queue_failed on mail.queue (failed) where failed is not null",
  },
];
