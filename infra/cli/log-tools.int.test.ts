import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { createEventLog } from "../event-store/event-log.ts";
import { runTool, type ToolRun } from "#testing/command/run-tool.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "../event-store/postgres/postgres-event-store.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { transparencyMigrations } from "../transparency/transparency-migrations.ts";
import { createVault } from "../vault/vault.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";

const SECRET = "secret-of-the-tools-test-0123456789-0123456789";
let db: FreshDatabase;
let empty: FreshDatabase;
beforeAll(async () => {
  [db, empty] = await Promise.all([testDatabase(), testDatabase()]);
  await migrate(db.pool, [...logMigrations, ...vaultMigrations, ...transparencyMigrations, ...modelMigrations]);
  const store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
  const log = createEventLog({
    store,
    catalog: allEvents,
    vault: createVault({ pool: db.pool, masterSecrets: [SECRET] }),
  });
  for (const userId of ["anna", "bert"]) {
    const registered = {
      type: "UserRegistered" as const,
      data: { userId, name: `Name of ${userId}`, email: `${userId}@example.org` },
    };
    await log.append(`user-${userId}`, [registered, { type: "UserVerified", data: { userId } }], {
      expectedRevision: NO_STREAM,
      context: command(),
    });
  }
});
afterAll(() => Promise.all([db.drop(), empty.drop()]));

const run = (
  tool: string,
  args: readonly string[] = [],
  url = db.url,
  more: Readonly<Record<string, string>> = {},
): Promise<ToolRun> => runTool(tool, args, { DATABASE_URL: url, APP_SECRET: SECRET, ...more });

test("rebuild fills the named model from the log", async () => {
  expect(await run("rebuild", ["users"])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Read model users rebuilt, up to position 0+4\n$/),
  });
  expect((await db.pool.query("SELECT id, name, verified FROM model_users.users ORDER BY id")).rows).toEqual([
    { id: "anna", name: "Name of anna", verified: true },
    { id: "bert", name: "Name of bert", verified: true },
  ]);
});

test("rebuild names the models that there are", async () => {
  expect(await run("rebuild")).toMatchObject({ status: 2, faults: expect.stringMatching(/^Usage: .*users, /) });
  expect(await run("rebuild", ["users", "nonsense"])).toMatchObject({
    status: 2,
    faults: expect.stringMatching(/no read model nonsense/),
  });
});

test("skip-event lists halted models and lets one of them leave out its event, with a reason", async () => {
  const [last] = (
    await db.pool.query(
      "SELECT lpad(position::text, 19, '0') AS position FROM log.events ORDER BY log.events.position DESC LIMIT 1",
    )
  ).rows;
  await db.pool.query(
    "UPDATE models.checkpoints SET state = 'halted', halted_at = $1, position = NULL, error = 'planted' WHERE model = 'users'",
    [last.position],
  );
  expect(await run("skip-event")).toMatchObject({
    status: 0,
    out: expect.stringMatching(
      /^users halted at position \d+ \(UserVerified, stream user-bert, revision 1\): planted\n$/,
    ),
  });
  expect(await run("skip-event", ["users", last.position])).toMatchObject({
    status: 2,
    faults: expect.stringMatching(/^Usage: /),
  });
  expect(await run("skip-event", ["users", last.position, "--reason"])).toMatchObject({
    status: 1,
    faults: expect.stringMatching(/^Say why/),
  });
  expect(await run("skip-event", ["users", "1", "--reason", "x"])).toMatchObject({
    status: 1,
    faults: expect.stringMatching(/not halted/),
  });
  expect(await run("skip-event", ["users", last.position, "--reason", "Planted by a test."])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/leaves out the event/),
  });
  expect((await db.pool.query("SELECT state FROM models.checkpoints WHERE model = 'users'")).rows).toEqual([
    { state: "following" },
  ]);
  expect(await run("rebuild", ["users"])).toMatchObject({ status: 0 });
  expect((await db.pool.query("SELECT id, verified FROM model_users.users ORDER BY id")).rows).toEqual([
    { id: "anna", verified: true },
    { id: "bert", verified: false },
  ]);
});

test("verify-log answers by its status, and names the event with a changed byte", async () => {
  expect(await run("verify-log")).toMatchObject({
    status: 0,
    out: expect.stringMatching(
      /^5 events in 3 streams, 0 faults, digest [0-9a-f]{64}\n0 events in the tree, 5 not in it yet, 0 faults\n$/,
    ),
  });
  await db.pool.query(`ALTER TABLE log.events DISABLE TRIGGER ALL;
    UPDATE log.events SET data = replace(data::text, 'bert', 'berT')::json WHERE stream = 'user-bert' AND revision = 1`);
  expect(await run("verify-log")).toMatchObject({
    status: 1,
    faults: expect.stringMatching(/^Stream user-bert, revision 1 .*does not match its hash\.\n$/),
  });
});

test("a tool that finds no database, or cannot ask it, says so in one sentence that names no address", async () => {
  expect(await run("verify-log", [], "postgres://somebody:geheim@127.0.0.1:1/x")).toEqual({
    status: 2,
    out: "",
    faults: "The database cannot be used: connections are refused.\n",
  });
  await db.pool.query("ALTER TABLE models.checkpoints RENAME COLUMN state TO away");
  try {
    expect(await run("skip-event")).toEqual({
      status: 2,
      out: "",
      faults: "The database cannot be used: it answered with error 42703.\n",
    });
  } finally {
    await db.pool.query("ALTER TABLE models.checkpoints RENAME COLUMN away TO state");
  }
});

test("a tool makes no installation where none is", async () => {
  const dataDir = path.join(await mkdtemp(path.join(os.tmpdir(), "tributary-none-")), "data");
  expect(await run("verify-log", [], "", { DATA_DIR: dataDir })).toMatchObject({
    status: 2,
    out: "",
    faults: expect.stringMatching(/^This installation is empty/),
  });
  expect(existsSync(path.join(dataDir, "postgres-location"))).toBe(false);
  await rm(path.dirname(dataDir), { recursive: true });
});

test("a tool says so when there is nothing to work on", async () => {
  expect(await run("verify-log", [], empty.url)).toMatchObject({
    status: 2,
    faults: expect.stringMatching(/^This installation is empty/),
  });
});
