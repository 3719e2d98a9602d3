import type { Migration } from "../postgres/migrations.ts";

export const uploadMigrations: readonly Migration[] = [
  {
    id: "uploads-001",
    sql: `
      create schema if not exists uploads;
      create table uploads.received (
        dataset_id text primary key,
        user_id text not null,
        bytes bigint not null,
        received_at timestamptz not null default now()
      );
      create index received_by_user on uploads.received (user_id, received_at);
      create table uploads.progress (
        dataset_id text primary key,
        stage text not null,
        bytes bigint not null,
        of_bytes bigint,
        rows bigint not null,
        seen_at timestamptz not null default now()
      )`,
  },
  {
    id: "uploads-002-reservations",
    // One row for each upload that began: with an id of its own while it arrives, then with that of its dataset. Bytes
    // of an upload whose process died stop counting after `open_until`.
    sql: `
      alter table uploads.received add column open_until timestamptz;
      create index received_by_time on uploads.received (received_at);
      create function uploads.claim(upload text, of_user text, to_bytes bigint, most_bytes bigint, most_uploads bigint, lease interval) returns text
      language plpgsql as $$
      declare
        others bigint;
        begun bigint;
      begin
        perform pg_advisory_xact_lock(hashtextextended('uploads/' || of_user, 8));
        select coalesce(sum(bytes) filter (where open_until is null or open_until > now()), 0), count(*) into others, begun
        from uploads.received where user_id = of_user and received_at > now() - interval '1 day' and dataset_id <> upload;
        if begun >= most_uploads then return 'uploads'; end if;
        if others + to_bytes > most_bytes then return 'bytes'; end if;
        insert into uploads.received (dataset_id, user_id, bytes, open_until) values (upload, of_user, to_bytes, now() + lease)
        on conflict (dataset_id) do update set bytes = greatest(received.bytes, excluded.bytes), open_until = excluded.open_until;
        return 'ok';
      end $$`,
  },
  {
    id: "uploads-003-clean-up",
    sql: `
      create index progress_seen_at on uploads.progress (seen_at);
      create index received_open_until on uploads.received (open_until) where open_until is not null`,
  },
  {
    id: "uploads-004-fetched",
    // What the host said about the newest file of a dataset that was fetched: asked again with it, it need not send the
    // same bytes. Only a cache: without a row the file is fetched and compared.
    sql: `
      create table uploads.fetched (
        dataset_id text primary key,
        sha256 text not null,
        etag text,
        last_modified text,
        fetched_at timestamptz not null default now()
      )`,
  },
  {
    id: "uploads-005-previewed",
    // A file that somebody looks at on a page before it is published, with the texts of its form. Its bytes are where
    // those of the dataset of the same id will be.
    sql: `
      create table uploads.previewed (
        id text primary key,
        user_id text not null,
        file_name text not null,
        bytes bigint not null,
        sha256 text not null,
        fields jsonb not null,
        received_at timestamptz not null default now()
      );
      create index previewed_received_at on uploads.previewed (received_at)`,
  },
  {
    id: "uploads-006-folders",
    // The folders of files that this installation has made, uploads and images.
    sql: `
      create table uploads.folders (
        area text not null,
        folder text not null,
        made_at timestamptz not null default clock_timestamp(),
        primary key (area, folder)
      )`,
  },
  {
    id: "uploads-007-held-removals",
    // Files (`<folder>/<file>`) and folders that were to be removed while a backup was being made.
    sql: `
      create table uploads.held_removals (
        area text not null,
        name text not null,
        primary key (area, name)
      )`,
  },
  {
    id: "uploads-008-kept",
    // When the newest file of a folder was kept; null: since then it was looked for files that nobody needs.
    sql: `
      alter table uploads.folders add column kept_at timestamptz default now();
      create index folders_kept_at on uploads.folders (kept_at) where kept_at is not null`,
  },
];
