import type { Migration } from "../postgres/migrations.ts";

/** Tables of schema `identity`, in order. Look-ups use hashes; nothing here can be used to log in. */
export const identityMigrations: readonly Migration[] = [
  {
    id: "identity-001-tables",
    sql: `
      create schema if not exists identity;

      create table identity.sessions (
        sid text primary key,
        user_id text not null,
        created timestamptz not null default now(),
        expires timestamptz not null
      );
      create index on identity.sessions (user_id);
      create index on identity.sessions (expires);

      create table identity.one_time_tokens (
        hash bytea primary key,
        kind text not null,
        user_id text not null,
        data bytea not null,
        created timestamptz not null default now(),
        expires timestamptz not null,
        redeemed timestamptz
      );
      create index on identity.one_time_tokens (user_id);
      create index on identity.one_time_tokens (expires);

      create table identity.access_keys (
        hash bytea primary key,
        id text not null unique,
        user_id text not null,
        kind text not null check (kind in ('streaming', 'account', 'table')),
        tables text[],
        prefix text not null,
        last_four text not null,
        created timestamptz not null default now(),
        expires timestamptz,
        last_used timestamptz,
        last_used_client text
      );
      create index on identity.access_keys (user_id);

      create table identity.excel_tokens (
        jti text primary key,
        user_id text not null,
        expires timestamptz not null
      );
      create index on identity.excel_tokens (user_id);
      create index on identity.excel_tokens (expires);

      create table identity.rate_limits (
        key text primary key,
        points integer not null default 0,
        expire bigint
      );
      create index on identity.rate_limits (expire);
    `,
  },
  {
    id: "identity-002-known-logins",
    sql: `
      create table identity.known_logins (
        key text primary key,
        seen timestamptz not null default now()
      );
      create index on identity.known_logins (seen);
    `,
  },
  // A session that its browser has replaced with another: requests that still carry it must not end the new one.
  {
    id: "identity-003-replaced-sessions",
    sql: "alter table identity.sessions add column replaced boolean not null default false",
  },
  {
    id: "identity-004-expiring-keys",
    sql: "create index access_keys_expires on identity.access_keys (expires) where expires is not null",
  },
  {
    id: "identity-005-session-devices",
    sql: "alter table identity.sessions add column device text, add column last_seen timestamptz",
  },
  {
    id: "identity-006-last-logins",
    sql: "create table identity.last_logins (user_id text primary key, at timestamptz not null)",
  },
  // Keys from before opened streams, which is the scope read.
  {
    id: "identity-007-key-scopes",
    sql: "alter table identity.access_keys add column scopes text[] not null default '{read}', add column connectors text[]",
  },
  {
    id: "identity-008-key-expiry-told",
    sql: "alter table identity.access_keys add column told_days integer; create index access_keys_by_expiry on identity.access_keys (expires) where kind = 'account' and expires is not null",
  },
  {
    id: "identity-009-key-calls",
    sql: `
      create table identity.key_calls (
        id bigint generated always as identity primary key,
        user_id text not null,
        key_id text,
        at timestamptz not null default now(),
        client text,
        table_name text not null,
        status integer not null,
        rows bigint,
        ms integer not null
      );
      create index on identity.key_calls (user_id, id);
      create index on identity.key_calls (at);
    `,
  },
  {
    id: "identity-010-key-calls-of-items",
    sql: `
      alter table identity.key_calls add column item_id text, add column version integer, add column bytes bigint;
      create index on identity.key_calls (item_id, id) where item_id is not null;
    `,
  },
  {
    id: "identity-011-refused-calls",
    sql: `
      alter table identity.key_calls add column refused boolean not null default false;
      create index key_calls_refused_of_items on identity.key_calls (item_id, id) where refused;
      create index key_calls_refused_of_users on identity.key_calls (user_id, id) where refused;
    `,
  },
  {
    id: "identity-012-access-looks",
    sql: `
      create table identity.access_looks (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        viewer_id text not null,
        person_id text not null,
        item_id text not null,
        as_of text
      );
      create index on identity.access_looks (person_id, id);
      create index on identity.access_looks (item_id, id);
      create index on identity.access_looks (at);
    `,
  },
  // When its user has shown the password since the login: for what a session that was left open must not do.
  { id: "identity-013-confirmed-sessions", sql: "alter table identity.sessions add column confirmed timestamptz" },
];
