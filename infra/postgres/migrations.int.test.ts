import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate, readSchemaState, type SchemaState } from "./migrations.ts";
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

test("a version before steps that only add goes on, and makes nothing", async () => {
  await migrate(db.pool, [FIRST, SECOND]);
  expect(await migrate(db.pool, [FIRST])).toEqual([]);
  expect((await readSchemaState(db.pool, [FIRST])).ahead).toEqual(["two-001"]);
});

test("a step that takes something away is refused by versions that need it, and by no other", async () => {
  const third = { id: "three-001", sql: "alter table one drop column id", contract: { since: "two-001" } };
  await migrate(db.pool, [FIRST, SECOND, third]);
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual([]);
  await expect(migrate(db.pool, [FIRST])).rejects.toThrow(
    /newer version of Tributary \(migration three-001 is unknown here, and this version does not work with it\)\. Start that version instead\. The way back is a backup/,
  );
});

test("a step of which a version before this rule noted nothing is refused", async () => {
  await migrate(db.pool, [FIRST, SECOND]);
  await db.pool.query("alter table public.migrations drop column works_with, drop column made_by");
  await expect(migrate(db.pool, [FIRST])).rejects.toThrow(/newer version of Tributary \(migration two-001/);
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual([]);
  // From now on versions go on beside steps that only add.
  expect((await readSchemaState(db.pool, [FIRST, SECOND])).isLenient).toBe(true);
});

test("a database that went another way is refused", async () => {
  await migrate(db.pool, [FIRST, SECOND]);
  await expect(migrate(db.pool, [FIRST, { id: "other-001", sql: "create table other ()" }])).rejects.toThrow(
    "The database was migrated by another version of Tributary: two-001 is unknown here, and other-001 is missing there. Start a version that has both.",
  );
});

test("what is told before the first step says what was there; a throw makes nothing", async () => {
  await migrate(db.pool, [FIRST], { version: "1.2.3" });
  const seen: SchemaState[] = [];
  const before = async (state: SchemaState) => {
    seen.push(state);
    throw new Error("not now");
  };
  await expect(migrate(db.pool, [FIRST, SECOND], { before })).rejects.toThrow("not now");
  expect(seen).toMatchObject([
    { isEmpty: false, isLenient: true, last: { id: "one-001", by: "1.2.3" }, due: [SECOND] },
  ]);
  expect(await migrate(db.pool, [FIRST, SECOND])).toEqual(["two-001"]);
});

test("a step waits for a table in short turns, so that readers behind it wait no longer than one", async () => {
  await migrate(db.pool, [FIRST]);
  const reader = await db.pool.connect();
  await reader.query("begin; select from one");
  const made = migrate(db.pool, [FIRST, SECOND]);
  const waiting = () => db.pool.query("select from pg_locks where not granted and relation = 'one'::regclass");
  await eventually(async () => (await waiting()).rowCount === 1);
  // Behind the step, which gives up its turn.
  expect((await db.pool.query("select from one")).rowCount).toBe(1);
  await reader.query("commit");
  reader.release();
  expect(await made).toEqual(["two-001"]);
});

test("two steps of one name are refused", async () => {
  await expect(migrate(db.pool, [FIRST, { ...SECOND, id: FIRST.id }])).rejects.toThrow(
    "Two migrations are called one-001.",
  );
});
