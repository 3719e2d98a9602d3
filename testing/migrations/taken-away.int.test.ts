import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "../postgres/fresh-database.ts";
import { testDatabase } from "../postgres/test-database.ts";
import { takenAway } from "./taken-away.ts";

const BEFORE = `
  create schema s;
  create type s.mood as enum ('calm', 'cross');
  create domain s.short as text check (length(value) < 10);
  create sequence s.numbers;
  create table s.parents (id int primary key, name text);
  create table s.items (id int generated always as identity primary key, name text not null default 'x', size int check (size > 0),
    mood s.mood, short s.short, parent int references s.parents on delete cascade, code text unique, note text);
  create index items_by_name on s.items (name);
  create view s.names as select name from s.items;
  create function s.twice(n int) returns int language sql as 'select 2 * n';
  create function s.guard() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger guarded before insert on s.items for each row execute function s.guard();
  grant select on s.items to public`;

let db: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  db = await testDatabase();
  await db.pool.query(BEFORE);
  client = new pg.Client({ connectionString: db.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await db?.drop();
});

async function judge(sql: string): Promise<readonly string[]> {
  await client.query("begin");
  try {
    return await takenAway(client, sql);
  } finally {
    await client.query("rollback");
  }
}

test.each([
  "drop table s.items cascade",
  "drop view s.names",
  "drop schema s cascade",
  "drop function s.twice(int)",
  "drop sequence s.numbers",
  "drop trigger guarded on s.items",
  "alter table s.items drop column note",
  "alter table s.items drop constraint items_code_key",
  "alter table s.items drop constraint items_parent_fkey",
  "alter table s.items rename to things",
  "alter table s.items rename column note to remark",
  "alter schema s rename to t",
  "alter function s.twice(int) rename to double",
  "alter table s.items set schema public",
  "alter table s.items alter note set not null",
  "alter table s.items add constraint has_note check (note is not null) not valid",
  "alter table s.items alter size type bigint",
  "alter table s.parents alter name type varchar(9)",
  'alter table s.items alter note type text collate "C"',
  "alter table s.items alter name drop default",
  "alter table s.items alter name set default 'y'",
  "alter table s.items alter id drop identity",
  "alter table s.items add need int not null",
  "alter table s.items add need int not null default 1; alter table s.items alter need drop default",
  "alter table s.items add check (size < 100)",
  "alter table s.items drop constraint items_size_check, add constraint items_size_check check (size > 5)",
  "alter table s.items add other int check (other is not null or name is null)",
  "alter table s.items add must int check (must is not null)",
  "alter table s.items add kind text default 'a' unique",
  "alter table s.items add unique (note)",
  "create unique index on s.items (note)",
  "create unique index on s.items (lower(note)) where size = 1",
  "alter table s.items add exclude using gist (int4range(size, size + 1) with &&)",
  "alter table s.items add foreign key (size) references s.parents",
  "alter table s.items add second int references s.parents",
  "alter table s.items add new int; update s.items set new = 1, (note, size) = (null, 1)",
  "alter table s.items add second int not null default 1 references s.parents",
  "create table s.children (parent int references s.parents)",
  "create table s.children (parent int references s.parents on delete restrict)",
  "create or replace function s.twice(n int) returns int language sql as 'select 3 * n'",
  "alter function s.twice(int) security definer",
  "create or replace view s.names as select name, 1 as one from s.items",
  "create trigger more after delete on s.items for each row execute function s.guard()",
  "alter table s.items disable trigger guarded",
  "alter table s.items enable row level security",
  "create policy own on s.items using (true)",
  "create rule quiet as on delete to s.items do instead nothing",
  "revoke select on s.items from public",
  "revoke execute on function s.twice(int) from public",
  "alter domain s.short add check (value <> '')",
  "alter domain s.short set not null",
  "alter type s.mood rename value 'calm' to 'quiet'",
  "alter sequence s.numbers maxvalue 10",
  "do $$ begin execute 'alter table s.items drop ' || 'column note'; end $$",
  "delete from s.items",
  "/* a comment */ with gone as (delete from s.items returning id) select count(*) from gone",
  "truncate s.items",
  'update only "s"."items" set note = null',
  "update s.items set (note, size) = (null, 1)",
  "alter table s.items add new int; update s.items set new = size, note = ''",
  "do $x$ begin update s.items set note = ''; end $x$",
  "do $$ begin execute 'update s.' || 'items set note = null'; end $$",
  "merge into s.items i using s.parents p on i.id = p.id when matched then delete",
])("%s takes something away", async (sql) => {
  expect(await judge(sql)).not.toEqual([]);
});

test.each([
  "create table s.more (id int primary key, need text not null, unique (need))",
  "create table s.more (id int primary key); alter table s.more add need text not null; create unique index on s.more (need)",
  "create table s.children (parent int not null references s.parents on delete cascade)",
  "create index on s.items (note); drop index s.items_by_name",
  "create schema t; create function t.f() returns int language sql as 'select 1'; create view t.v as select * from s.items",
  "create function s.more() returns trigger language plpgsql as $$ begin update s.items set note = ''; delete from s.items; return null; end $$",
  "alter table s.items add new int, add made timestamptz not null default now(), add state text default 'a' check (state in ('a', 'b'))",
  "alter table s.items add new int unique",
  "alter table s.items add second int references s.parents on delete set null",
  "alter table s.items add new int; update s.items set new = size where note is not null",
  "alter table s.items add new int; update s.items set new = coalesce(size, (select max(id) from s.parents))",
  "alter table s.items alter name drop not null",
  "alter table s.items drop constraint items_size_check",
  "alter type s.mood add value 'glad'",
  "grant update on s.items to public; grant execute on function s.twice(int) to public",
  "insert into s.parents values (2, 'two')",
  "select 1 from s.items for update",
  "comment on table s.items is 'delete from s.items'",
  "create table s.copies (id int primary key, text text default 'truncate s.items', foreign key (id) references s.parents on delete cascade on update cascade)",
])("%s only adds", async (sql) => {
  expect(await judge(sql)).toEqual([]);
});
