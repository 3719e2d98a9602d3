import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { allMigrations } from "../platform/schema.ts";
import { type Migration, migrate } from "../postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { runTool, type ToolRun } from "#testing/command/run-tool.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

const ALL = allMigrations(modelMigrations).filter(({ byCommand }) => !byCommand);
const OLDER = ALL.slice(0, -2);
const NEW = ALL.slice(-2).map(({ id }) => id);

let db: FreshDatabase;
let dataDir: string;
beforeEach(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-migrate-"));
});
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true });
  await db.drop();
});

const tool = (...args: string[]): Promise<ToolRun> =>
  runTool("migrate", args, {
    DATABASE_URL: db.url,
    APP_SECRET: "secret of the migrations 0123456789ab",
    DATA_DIR: dataDir,
  });

async function madeIds(): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>("select id from public.migrations");
  return rows.map(({ id }) => id);
}

test("an empty database needs no question; then there is nothing to do", async () => {
  expect(await tool("--check")).toMatchObject({ status: 1, out: "The database has no tables yet.\n" });
  expect((await db.pool.query("select to_regclass('public.migrations') as made")).rows).toEqual([{ made: null }]);
  expect(await tool()).toMatchObject({ status: 0, out: `Done: ${ALL.length} made.\n`, faults: "" });
  expect(await tool("--check")).toMatchObject({ status: 0, out: "There is nothing to do.\n" });
  expect(await tool()).toMatchObject({ status: 0, out: "There is nothing to do.\n" });
});

test("before a point of no return it says so, and what leads back; without --yes nothing is changed", async () => {
  await migrate(db.pool, OLDER);
  // As versions before this rule left it.
  await db.pool.query("alter table public.migrations drop column works_with, drop column made_by");
  const today = new Date().toISOString().slice(0, 10);
  const notice = [
    `The database was last migrated by an earlier version on ${today} (${OLDER.at(-1)!.id}). This version makes 2 migrations:`,
    ...NEW.map((id) => `  ${id}`),
    "This is a point of no return: the version before cannot be started on this database afterwards, and only a backup that is made now leads back:",
    "  npm run backup -- <new folder>",
    "and back again, with the version before: npm run restore -- <folder>",
    "",
  ].join("\n");
  expect(await tool("--check")).toMatchObject({ status: 1, out: notice });
  expect(await tool()).toMatchObject({
    ...{ status: 1, out: notice },
    faults: "Nothing was changed. Say --yes to go on: npm run migrate -- --yes\n",
  });
  expect(await madeIds()).toHaveLength(OLDER.length);
  expect(await tool("--yes")).toMatchObject({ status: 0, out: `${notice}Done: 2 made.\n` });
  expect((await madeIds()).toSorted()).toEqual(ALL.map(({ id }) => id).toSorted());
});

test("steps that only add are no point of no return", async () => {
  await migrate(db.pool, OLDER, { version: "0.0.9" });
  const { status, out } = await tool("--yes");
  expect([status, out]).toEqual([0, expect.stringContaining("last migrated by version 0.0.9 on ")]);
  expect(out).toContain("The version before works with them: it can be started again.");
  expect(out).not.toContain("no return");
});

test("processes that use the database are told of", async () => {
  await migrate(db.pool, OLDER);
  const names = ["tributary web commands aaaaaa", "tributary web log aaaaaa", "tributary runner work bbbbbb"];
  // Neither a start that waits nor a tool counts.
  const others = ["tributary all schema cccccc", "tributary command line", "psql"];
  const clients = [...names, ...others].map(
    (application_name) => new pg.Client({ connectionString: db.url, application_name }),
  );
  for (const each of clients) await each.connect();
  const { status, out } = await tool("--check");
  for (const each of clients) await each.end();
  expect([status, out]).toEqual([1, expect.stringContaining("2 other processes serve this database and may go on.\n")]);
});

test("the size of the tables that are changed is told", async () => {
  const changing: Migration = ALL.find(({ id }) => id === "models-009-caught-up")!;
  await migrate(
    db.pool,
    ALL.filter((each) => each !== changing),
  );
  expect((await tool("--check")).out).toMatch(
    /\nThey change tables of [\d.]+ kB and may need as much room again meanwhile\.\n/,
  );
});

test("of two at once one works and the other waits", async () => {
  await migrate(db.pool, OLDER);
  const holder = await db.pool.connect();
  await holder.query("select pg_advisory_lock(hashtextextended('tributary.migrations', 0))");
  const both = Promise.all([tool("--yes"), tool("--yes")]);
  await expect
    .poll(
      async () => (await db.pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
      {
        timeout: 20_000,
      },
    )
    .toBe(2);
  holder.release(true);
  const ended = await both;
  expect(ended.map(({ status }) => status)).toEqual([0, 0]);
  for (const { out } of ended) expect(out).toContain("Another process is in its start, or migrates: waiting for it.\n");
  expect(ended.map(({ out }) => out.split("\n").at(-2)).toSorted()).toEqual([
    "Done: 2 made.",
    "There is nothing to do.",
  ]);
});

test("a newer database is refused with the way back, and so is a wrong word", async () => {
  await migrate(db.pool, [...ALL, { id: "later-001", sql: "select 1", contract: { since: "later-000" } }]);
  expect(await tool("--check")).toMatchObject({
    status: 2,
    faults: expect.stringMatching(/newer version of Tributary \(migration later-001 .* npm run restore/),
  });
  expect(await tool("--now")).toMatchObject({ status: 2, faults: "Usage: npm run migrate [-- --check | --yes]\n" });
});

test("without DATABASE_URL it is the database of the folder", { timeout: 60_000 }, async () => {
  const run = (...args: string[]) => runTool("migrate", args, { DATABASE_URL: "", APP_SECRET: "", DATA_DIR: dataDir });
  expect(await run("--check")).toMatchObject({ status: 1, out: `${dataDir} has no database yet.\n` });
  expect(await run()).toMatchObject({ status: 0, out: `Done: ${ALL.length} made.\n` });
  expect(await run("--check")).toMatchObject({ status: 0, out: "There is nothing to do.\n" });
});
