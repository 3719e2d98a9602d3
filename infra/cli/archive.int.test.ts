import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { appendDated, signLog } from "#testing/archive/dated-log.ts";
import { runTool } from "#testing/command/run-tool.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { folderStore } from "../files/folder-store.ts";
import { allMigrations } from "../platform/schema.ts";
import { createLogKeys } from "../transparency/log-keys.ts";
import { createVault } from "../vault/vault.ts";
import { migrate } from "../postgres/migrations.ts";

const ALL = allMigrations(modelMigrations);
const SECRET = "secret-of-the-archive-test-0123456789-0123456789";

let db: FreshDatabase;
let dataDir: string;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, ALL);
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-archive-tool-"));
  const runs = Array.from({ length: 30 }, (_, n) => {
    const [stream, at] = [`run-c-${n + 1}`, `2026-0${n < 15 ? 6 : 7}-03T00:00:00Z`];
    return [
      { stream, type: "RunStarted", at },
      { stream: "dataset-1", type: "Other", at },
      { stream, type: "RunSucceeded", at },
    ];
  }).flat();
  await appendDated(db.pool, runs);
  await sign();
});
afterEach(async () => {
  await db.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function sign(): Promise<void> {
  const vault = createVault({ pool: db.pool, masterSecrets: [SECRET] });
  const keys = createLogKeys({ vault, pool: db.pool, appUrl: "https://data.example.org" });
  await signLog(db.pool, folderStore(path.join(dataDir, "archive")), await keys.prepare());
}
const env = (more: Record<string, string> = {}) => ({
  ...{ DATABASE_URL: db.url, APP_SECRET: SECRET, APP_URL: "https://data.example.org", DATA_DIR: dataDir, ...more },
});
const tool = (name: string, ...args: string[]) => runTool(name, args, env());

test("it says what it would do, does it, and the other tools read the log as before", async () => {
  const checked = await tool("archive", "--before", "2026-08", "--check");
  expect(checked).toMatchObject({ status: 0, faults: "" });
  expect(checked.out).toMatch(
    /^2026-06: 30 events of 15 runs can be archived\.\n2026-07: 28 events of 14 runs can be archived\.\n90 events are in the database \(\d+ bytes\), 0 in 0 archive files \(0 bytes\)\.\n$/,
  );
  const before = path.join(dataDir, "before");
  expect(await tool("export-log", before)).toMatchObject({ status: 0 });

  const done = await tool("archive", "--before", "2026-08");
  expect(done).toMatchObject({ status: 0, faults: "" });
  expect(done.out).toMatch(
    /^2026-06: 30 .* are archived\.\n2026-07: 28 .* are archived\.\n58 events left the database\. Its room is used for new ones\.\n34 events are in the database \(\d+ bytes\), 58 in 2 archive files \(\d+ bytes\), the last of them at 20.*Z\.\n$/,
  );
  expect(await tool("verify-log")).toMatchObject({
    ...{ status: 0, faults: "" },
    out: expect.stringMatching(
      /^92 events in 32 streams, 0 faults.*\n90 events in the tree, 2 not in it yet, 0 faults\n$/,
    ),
  });
  await sign();
  const after = path.join(dataDir, "after");
  expect(await tool("export-log", after)).toMatchObject({ status: 0, out: `92 events exported to ${after}\n` });
  expect(await tool("verify-log", "--export", after)).toMatchObject({ status: 0 });
  expect(await tool("archive", "--before", "2026-08")).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^No run that ended before 2026-08 is in the database\.\n/),
  });
});

test("a damaged file ends verify-log with its place", async () => {
  await tool("archive", "--before", "2026-08");
  await rm(path.join(dataDir, "archive", "2026-07"), { recursive: true });
  expect(await tool("verify-log")).toMatchObject({
    status: 2,
    faults: expect.stringMatching(
      /^The archive file archive\/2026-07\/.* \(events at positions 46 to \d+\) is missing\n$/,
    ),
  });
});

test("killed while it writes, records and removes, it loses nothing and goes on", async () => {
  const runs = Array.from({ length: 3_500 }, (_, n) => ({
    ...{ stream: `run-e-${n + 1}`, type: "RunSucceeded", at: "2026-07-04T00:00:00Z" },
  }));
  await appendDated(db.pool, runs);
  await sign();
  const written = async (part: string): Promise<boolean> => {
    const names = await readdir(path.join(dataDir, "archive", "2026-07")).catch(() => []);
    return names.some((name) => name.includes(part) && !name.endsWith(".part"));
  };
  const leaving = async (): Promise<boolean> =>
    (await db.pool.query("SELECT FROM log.archive_files WHERE month = '2026-07' LIMIT 1")).rowCount === 1;
  const before = await tool("verify-log");
  const counted = (out: string): number => Number(/^(\d+) events/.exec(out)?.[1]);
  for (const until of [() => written(".jsonl.gz"), () => written("list-"), leaving]) {
    await killedWhen(until);
    const after = await tool("verify-log");
    expect(after).toMatchObject({ status: 0, faults: "" });
    // Two months at most were recorded.
    expect(counted(after.out) - counted(before.out)).toBeLessThanOrEqual(2);
  }
  expect(await tool("archive", "--before", "2026-08")).toMatchObject({ status: 0, faults: "" });
  expect(await tool("verify-log")).toMatchObject({ status: 0, faults: "" });
  const { rows } = await db.pool.query<{ stream: string }>(
    "SELECT DISTINCT stream FROM log.events WHERE stream LIKE 'run-%' ORDER BY stream",
  );
  expect(rows.map(({ stream }) => stream)).toEqual(["run-c-30", "run-e-3500"]);
}, 180_000);

/** Starts the archive, and ends its process at once when this is so. */
async function killedWhen(isSo: () => Promise<boolean>): Promise<void> {
  const file = path.join(import.meta.dirname, "archive.ts");
  const child = spawn(process.execPath, [file, "--before", "2026-08"], {
    env: { ...process.env, NODE_ENV: "test", EVENTSTORE_URL: "", ...env() },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (child.exitCode === null && !(await isSo())) await sleep(2);
  child.kill("SIGKILL");
  await ended;
}

test("a list of files that is not the one of the log is told", async () => {
  await tool("archive", "--before", "2026-08");
  const [list] = (await readdir(path.join(dataDir, "archive", "2026-07"))).filter((name) => name.startsWith("list-"));
  await writeFile(path.join(dataDir, "archive", "2026-07", list!), "[]");
  expect(await tool("verify-log")).toMatchObject({
    status: 1,
    faults: `The list archive/2026-07/${list!} is not what was archived.\n`,
  });
  await db.pool.query(
    "ALTER TABLE log.archive_files DISABLE TRIGGER ALL; UPDATE log.archive_files SET archive = 'x' WHERE month = '2026-06'",
  );
  expect((await tool("verify-log")).faults).toMatch(
    /^The list .*\n1 archive files are of an archive that the log has not recorded\.\n$/,
  );
});

test("a month that is not over, another folder, EventStoreDB and a log that was not signed are refused", async () => {
  for (const before of ["2999-01", "2026-13", "august", "2026-8"])
    expect(await tool("archive", "--before", before)).toMatchObject({
      status: 1,
      faults: expect.stringMatching(/^--before takes a month that has begun, such as 20\d\d-\d\d\.\n$/),
    });
  await tool("archive", "--check");
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), "tributary-archive-other-"));
  expect(await runTool("archive", [], env({ DATA_DIR: elsewhere }))).toMatchObject({
    status: 2,
    faults: expect.stringContaining("so it is not the one that this database was first started with"),
  });
  await rm(elsewhere, { recursive: true });
  const eventStore = { EVENTSTORE_URL: "esdb://127.0.0.1:9?tls=false" };
  expect(await runTool("archive", ["--check"], env(eventStore))).toMatchObject({
    status: 1,
    faults: "The log is in EventStoreDB: only a log in the database is archived.\n",
  });
  await db.pool.query("DELETE FROM transparency.checkpoint");
  expect(await tool("archive")).toMatchObject({
    status: 1,
    faults: "No log checkpoint was signed yet: start the server, and try again.\n",
  });
});

test("from the first archive on a version that does not know it is refused, and this one goes on", async () => {
  await migrate(db.pool, ALL);
  await tool("archive", "--before", "2026-08");
  await migrate(db.pool, ALL);
  // It makes no other step of the schema.
  await db.pool.query("DELETE FROM public.migrations WHERE id = 'webhooks-002-counts'");
  expect(await tool("archive", "--check")).toMatchObject({
    status: 2,
    faults: expect.stringContaining("migration webhooks-002-counts has not been made. Run `npm run migrate` first"),
  });
  const older = ALL.filter(({ id }) => id !== "log-006-archive" && id !== "log-007-archived");
  await expect(migrate(db.pool, older)).rejects.toThrow(/newer version of Tributary \(migration log-00[67]-arch/);
});
