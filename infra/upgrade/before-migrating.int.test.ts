import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Migration, migrate } from "../postgres/migrations.ts";
import { beforeMigrating } from "./before-migrating.ts";

const FIRST: Migration = { id: "one-001", sql: "create table one (id int, old int)" };
const ADDS: Migration = { id: "one-002", sql: "alter table one add column new int" };
const TAKES: Migration = { id: "one-003", sql: "alter table one drop column old", contract: { since: "one-002" } };

let db: FreshDatabase;
let web: pg.Client;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [FIRST]);
  web = new pg.Client({ connectionString: db.url, application_name: "tributary web commands abcdef" });
  await web.connect();
});
afterEach(async () => {
  await web.end();
  await db.drop();
});

const config = { dataDir: "/tmp", databaseUrl: undefined };
const bringTo = (...migrations: readonly Migration[]) =>
  migrate(db.pool, migrations, {
    before: async (state, client) => void (await beforeMigrating(client, state, config)),
  });

test("steps that only add are made beside processes that serve", async () => {
  expect(await bringTo(FIRST, ADDS)).toEqual(["one-002"]);
});

test("a step that takes something away waits until they have ended, and is refused if they go on", async () => {
  await expect(bringTo(FIRST, ADDS, TAKES)).rejects.toThrow(
    "Migration one-003 takes away what earlier versions need, and 1 process of Tributary still uses this database. Stop all of them, then run npm run migrate.",
  );
  expect((await db.pool.query("select old from one")).rowCount).toBe(0);
  const made = bringTo(FIRST, ADDS, TAKES);
  await web.end();
  expect(await made).toEqual(["one-002", "one-003"]);
});

test("what a step takes away is told as a point of no return, with the disk of an embedded database", async () => {
  await web.end();
  let told: readonly string[] = [];
  await migrate(db.pool, [FIRST, ADDS, TAKES], {
    before: async (state, client) => void (told = await beforeMigrating(client, state, config)),
  });
  expect(told).toEqual([
    expect.stringMatching(
      /^The database was last migrated by an earlier version on .* \(one-001\)\. This version makes 2 migrations:$/,
    ),
    "  one-002",
    "  one-003 (versions that do not know one-002 cannot be started afterwards)",
    expect.stringMatching(/^This is a point of no return: /),
    "  npm run backup -- <new folder>",
    "and back again, with the version before: npm run restore -- <folder>",
  ]);
});

test("what the version before no longer needs may go: it can be started again", async () => {
  await web.end();
  await migrate(db.pool, [FIRST, ADDS]);
  let told: readonly string[] = [];
  await migrate(db.pool, [FIRST, ADDS, TAKES], {
    before: async (state, client) => void (told = await beforeMigrating(client, state, config)),
  });
  expect(told.at(-1)).toBe("The version before works with them: it can be started again.");
  expect(await migrate(db.pool, [FIRST, ADDS])).toEqual([]);
});
