import type { Migration } from "../postgres/migrations.ts";

/** What users have read and chosen; the notices themselves are a read model. */
export const noticeMigrations: readonly Migration[] = [
  {
    id: "notices-001",
    sql: `
      create schema notices;
      create table notices.read_up_to (user_id text primary key, position text not null);
      create table notices.read_marks (
        user_id text not null,
        notice_id text not null,
        position text not null,
        primary key (user_id, notice_id)
      );
      create table notices.choices (
        user_id text not null,
        kind text not null,
        page boolean not null,
        mail boolean not null,
        primary key (user_id, kind)
      )`,
  },
  {
    id: "notices-002-mailed",
    sql: `
      -- The notice that was mailed last: to all of its users, or to those up to after_user.
      create table notices.mailed (
        one boolean primary key default true check (one),
        position text not null,
        notice_id text not null,
        after_user text
      )`,
  },
];
