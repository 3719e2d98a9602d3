import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeLead } from "#runners/follower/leadership.ts";
import { createBudgets } from "#domain/core/budget.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { openEventStore } from "../event-store/open-event-store.ts";
import { listenTo } from "../event-store/wake-up.ts";
import { createExclusiveWork } from "./exclusive-work.ts";
import { migrate } from "./migrations.ts";
import { startTestingCluster } from "#testing/postgres/cluster.ts";
import { openPools, type Pools } from "./open-pools.ts";
import type { PoolName } from "./connection-budget.ts";

/** A Postgres that also listens on TCP: a Unix socket has no keep-alive, and its settings read 0. */
let cluster: Awaited<ReturnType<typeof startTestingCluster>>;
let pools: Pools;
let admin: pg.Client;
const budgets = createBudgets();
const log = { warn: () => undefined };
const open = (connections: number | undefined, warn: (sentence: string) => void = () => undefined) =>
  openPools(
    { url: cluster.url, role: "all", connections, runTimeoutMs: 3_600_000, onIdleError: () => undefined, warn },
    budgets,
  );

beforeAll(async () => {
  cluster = await startTestingCluster({ tcp: true, settings: { max_connections: "90" } });
  admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  pools = await open(undefined);
  await migrate(pools.schema.pool, logMigrations);
});
afterAll(async () => {
  await pools.close();
  await admin.end();
  await cluster.stop();
});

type Ask = { query(sql: string): Promise<{ rows: unknown[] }> };
async function settingsOf(client: Ask): Promise<unknown> {
  const { rows } =
    await client.query(`SELECT current_setting('tcp_keepalives_idle') AS idle, current_setting('tcp_keepalives_interval') AS interval,
    current_setting('tcp_keepalives_count') AS count, current_setting('client_connection_check_interval') AS looks`);
  return rows[0];
}
const KEPT_ALIVE = { idle: "10", interval: "5", count: "3", looks: "5s" };

test("connections of every pool are given up by the server 25 s after our host vanished, and queries 5 s after we left", async () => {
  for (const name of [
    "commands",
    "log",
    "reads",
    "streams",
    "previews",
    "work",
    "follower",
    "jobs",
    "schema",
  ] as const) {
    expect(await settingsOf(pools[name].pool), name).toEqual(KEPT_ALIVE);
  }
});

test("a stream has 2 GB of the server's disk to put rows in order", async () => {
  const roomOf = async (name: PoolName) =>
    (await pools[name].pool.query<{ temp_file_limit: string }>("SHOW temp_file_limit")).rows[0]?.temp_file_limit;
  expect([await roomOf("streams"), await roomOf("work")]).toEqual(["2GB", "-1"]);
});

test("so are those beside the pools: of locks, of the follower, of listeners and of the log", async () => {
  const made: Promise<unknown>[] = [];
  class Watched extends (pools.commands.pool.options.Client as unknown as typeof pg.Client) {
    override connect(): never {
      const opened = super.connect().then(async (client) => {
        made.push(settingsOf(client));
        await made.at(-1);
        return client;
      });
      return opened as never;
    }
  }
  const options = { ...pools.commands.pool.options, Client: Watched } as unknown as pg.PoolOptions;
  const beside = { options } as unknown as pg.Pool;
  const exclusive = createExclusiveWork(beside);
  expect(await exclusive.run("a", async () => undefined)).toBe("done");
  const lead = await takeLead(beside, new AbortController().signal);
  const wakeUp = listenTo(beside, "some_channel", log);
  await expect.poll(() => made.length, { timeout: 5_000 }).toBe(3);
  expect(await Promise.all(made)).toEqual([KEPT_ALIVE, KEPT_ALIVE, KEPT_ALIVE]);
  await Promise.all([exclusive.close(), lead?.resign(), wakeUp.stop()]);
  const { pool, close } = await openEventStore({
    eventStoreUrl: undefined,
    pool: pools.log.pool,
    clock: { now: async () => new Date() },
    log,
  });
  expect(pool).not.toBe(pools.log.pool);
  expect(await settingsOf(pool)).toEqual(KEPT_ALIVE);
  await close();
});

test("each pool has its statement time, and streams wait longer for readers", async () => {
  const times = async (name: PoolName | "schema") => {
    const { rows } = await pools[name].pool.query<{ statement: string; unread: number }>(
      "SELECT current_setting('statement_timeout') AS statement, current_setting('tcp_user_timeout')::int / 1000 AS unread",
    );
    return rows[0];
  };
  expect(await times("commands")).toEqual({ statement: "30s", unread: 30 });
  expect(await times("previews")).toEqual({ statement: "10s", unread: 30 });
  expect(await times("streams")).toEqual({ statement: "1h", unread: 300 });
  expect(await times("work")).toEqual({ statement: "1h", unread: 30 });
  expect(await times("schema")).toEqual({ statement: "0", unread: 30 });
});

test("/metrics sees each pool, and none takes from another", async () => {
  const held = await Promise.all(Array.from({ length: 15 }, () => pools.streams.pool.connect()));
  const uses = Object.fromEntries(budgets.uses().map((use) => [use.name, use]));
  expect(uses["database streams"]).toMatchObject({ used: 15, limit: 15, waiting: 0 });
  expect(uses["database reads"]).toMatchObject({ used: 0, limit: 6 });
  expect((await pools.reads.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  for (const client of held) client.release();
});

test("a start that may open more than the server has left says so, and one that cannot work ends with a sentence", async () => {
  const warnings: string[] = [];
  const more = await open(85, (sentence) => warnings.push(sentence));
  expect(warnings).toEqual([
    expect.stringMatching(
      /^This process may open 85 connections to the database, which allows 87, \d+ of them in use by others\. Lower DATABASE_CONNECTIONS, or raise max_connections/,
    ),
  ]);
  await more.close();
  await admin.query("ALTER DATABASE postgres CONNECTION LIMIT 20");
  await expect(open(60)).rejects.toThrow("The database allows 20 connections, and this process needs 31 at least.");
  await admin.query("ALTER DATABASE postgres CONNECTION LIMIT -1");
});
