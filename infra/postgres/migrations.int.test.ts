import { afterEach, beforeEach, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "./migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

const FIRST = { id: "one-001", sql: "create table one (id int); insert into one values (1)" };
const SECOND = { id: "two-001", sql: "alter table one add column name text" };

let db: FreshDatabase;
beforeEach(async () => {
  db = await testDatabase();
});
afterEach(() => db.drop());

test("each step runs once, in order", async () => {
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual(["one-001", "two-001"]);
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual([]);
  expect((await db.pool.query("select * from one")).rows).toEqual([{ id: 1, name: null }]);
});

test("a step of another part may come later and be earlier in the list", async () => {
  await migrate(db.pool, [FIRST, SECOND]);
  expect(await migrate(db.pool, [FIRST, { id: "one-002", sql: "create table later ()" }, SECOND])).toEqual(["one-002"]);
});

test("processes that start together run each step once", async () => {
  const ran = await Promise.all(Array.from({ length: 5 }, () => migrate(db.pool, [FIRST, SECOND])));
  expect(ran.flat()).toEqual(["one-001", "two-001"]);
});

test("a step that fails leaves nothing behind, and the steps before it stay", async () => {
  const broken = { id: "two-001", sql: "create table half (); select 1/0" };
  await expect(migrate(db.pool, [FIRST, broken])).rejects.toThrow("Migration two-001 failed: division by zero");
  expect((await db.pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual(["two-001"]);
});

test("a step changed after it ran is refused before anything runs", async () => {
  await migrate(db.pool, [FIRST]);
  const changed = { ...FIRST, sql: `${FIRST.sql}; drop table one` };
  await expect(migrate(db.pool, [changed, SECOND])).rejects.toThrow("Migration one-001 was changed after it ran.");
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual(["two-001"]);
});

test("a database of a newer version is refused", async () => {
  await migrate(db.pool, [FIRST, SECOND]);
  await expect(migrate(db.pool, [FIRST])).rejects.toThrow(/newer version of Tributary \(migration two-001/);
});

test("two steps of one name are refused", async () => {
  await expect(migrate(db.pool, [FIRST, { ...SECOND, id: FIRST.id }])).rejects.toThrow(
    "Two migrations are called one-001.",
  );
});
