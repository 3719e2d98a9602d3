import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { endDeadServers } from "./dead-server.ts";
import { type Postmaster, runningPostmaster } from "./postmaster-file.ts";
import { parentOf } from "./process-table.ts";

/** One comparison that takes minutes: neither a cancel nor a fast shutdown ends it. */
const DEAF_QUERY = "SELECT repeat('a', 900000) LIKE '%' || repeat('a', 400000) || 'b%'";
/** Far shorter than the query, far longer than a shutdown. */
const SOON_MS = 25_000;

let folder: string;
let dataDir: string;
let outside: string;
let child: ChildProcess;
const clusterDir = () => path.join(dataDir, "postgres", "18");
const start = () => startEmbeddedPostgres({ dataDir, outside, log: () => undefined });

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-dead-"));
  await chmod(folder, 0o711);
  dataDir = path.join(folder, "data");
  outside = path.join(folder, "outside");
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await endDeadServers(clusterDir());
  await rm(folder, { recursive: true, force: true });
});

/** A server in a process of its own, with one backend that cannot be interrupted. */
async function busyServer(): Promise<Postmaster> {
  child = spawn(process.execPath, [path.join(import.meta.dirname, "serve-until-killed.ts"), dataDir, outside], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface(child.stdout!), "line")) as [string];
  await ask(url, "CREATE TABLE kept AS SELECT 7 AS number");
  void beDeaf(url);
  await expect
    .poll(() =>
      ask(
        url,
        "SELECT count(*)::int AS deaf FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT repeat%'",
      ),
    )
    .toEqual([{ deaf: 1 }]);
  return (await runningPostmaster(clusterDir()))!;
}

async function beDeaf(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(DEAF_QUERY).catch(() => undefined);
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function expectStartSoon(): Promise<void> {
  const started = Date.now();
  const next = await start();
  expect(Date.now() - started).toBeLessThan(SOON_MS);
  expect(await ask(next.url, "SELECT number FROM kept")).toEqual([{ number: 7 }]);
  await next.stop();
}

test("killed while a query does not let itself be interrupted: the next start ends it and has all that was committed", async () => {
  await busyServer();
  child.kill("SIGKILL");
  await expectStartSoon();
});

test("killed together with the keeper of its Postgres: the next start ends that Postgres", async () => {
  const postmaster = await busyServer();
  process.kill((await parentOf(postmaster.pid))!, "SIGKILL");
  child.kill("SIGKILL");
  await expectStartSoon();
});

test.runIf(process.platform === "linux")(
  "killed together with Postgres itself: the next start ends the query that was left alone",
  async () => {
    const postmaster = await busyServer();
    process.kill(postmaster.pid, "SIGKILL");
    child.kill("SIGKILL");
    await expectStartSoon();
  },
);

test("a stop ends a query that does not let itself be interrupted", async () => {
  const cluster = await start();
  void beDeaf(cluster.url);
  await expect
    .poll(() =>
      ask(
        cluster.url,
        "SELECT count(*)::int AS deaf FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT repeat%'",
      ),
    )
    .toEqual([{ deaf: 1 }]);
  const started = Date.now();
  await cluster.stop();
  expect(Date.now() - started).toBeLessThan(SOON_MS);
});
