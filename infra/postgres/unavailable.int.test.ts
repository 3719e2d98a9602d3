import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createDatabase, type DatabaseOptions } from "./database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { silentProxy } from "#testing/postgres/proxy.ts";
import { unavailableBecause } from "./unavailable.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const database = (options: Partial<DatabaseOptions> = {}, url = db.url) =>
  createDatabase(url, { applicationName: "tributary test", onIdleError: () => undefined, ...options });

async function faultOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail("It did not fail"),
    (error: unknown) => error,
  );
}

test("no free connection within the waiting time is busy, and counted", async () => {
  const { pool, close } = database({ max: 1, waitMs: 100 });
  const held = await pool.connect();
  expect(unavailableBecause(await faultOf(pool.query("SELECT 1")))).toBe("busy");
  expect(unavailableBecause(await faultOf(pool.connect()))).toBe("busy");
  expect(pool.budget("database test").use()).toEqual({
    name: "database test",
    used: 1,
    limit: 1,
    waiting: 0,
    refused: 2,
  });
  held.release();
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await close();
});

test("a statement or a lock that takes too long is busy", async () => {
  const { pool, close } = database({ statementMs: 200 });
  expect(unavailableBecause(await faultOf(pool.query("SELECT pg_sleep(5)")))).toBe("busy");
  await db.pool.query("CREATE TABLE locked ()");
  const holder = await db.pool.connect();
  await holder.query("BEGIN; LOCK TABLE locked");
  expect(unavailableBecause(await faultOf(pool.query("SET lock_timeout = 100; SELECT FROM locked")))).toBe("busy");
  await holder.query("ROLLBACK");
  holder.release();
  await close();
});

test("a server that refuses, that is not there, that ends the session or takes no more is away", async () => {
  const { pool, close } = database();
  const client = await pool.connect();
  const sleeping = faultOf(client.query("SELECT pg_sleep(30)"));
  await db.pool.query("SELECT pg_terminate_backend($1)", [(client as unknown as { processID: number }).processID]);
  expect(unavailableBecause(await sleeping)).toBe("away");
  client.release(true);
  await close();

  for (const url of [
    "postgres://tributary@127.0.0.1:1/postgres",
    "postgres://tributary@localhost/postgres?host=%2Fnowhere",
  ]) {
    const nowhere = database({}, url);
    expect(unavailableBecause(await faultOf(nowhere.pool.query("SELECT 1")))).toBe("away");
    await nowhere.close();
  }

  const name = pg.escapeIdentifier(new URL(db.url).pathname.slice(1));
  const admin = new pg.Client({ connectionString: inject("clusterUrl") });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  const closed = database();
  expect(unavailableBecause(await faultOf(closed.pool.query("SELECT 1")))).toBe("away");
  await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true CONNECTION LIMIT 0`);
  // A superuser is exempt from the limit of a database, so this uses another user.
  await admin.query(`DROP ROLE IF EXISTS limited_test; CREATE ROLE limited_test LOGIN`);
  const limited = database({}, db.url.replace("tributary@", "limited_test@"));
  expect(unavailableBecause(await faultOf(limited.pool.query("SELECT 1")))).toBe("busy");
  await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1; DROP ROLE limited_test`);
  await admin.end();
  await Promise.all([closed.close(), limited.close()]);
});

test("a process that has no descriptor left for a connection is busy", () => {
  expect(
    unavailableBecause(
      Object.assign(new Error("connect EMFILE 127.0.0.1:5432"), { code: "EMFILE", syscall: "connect" }),
    ),
  ).toBe("busy");
});

test("faults of a statement, and errors that are none of the database, are not", async () => {
  expect(unavailableBecause(await faultOf(db.pool.query("SELECT 1/0")))).toBeNull();
  expect(unavailableBecause(await faultOf(db.pool.query("SELECT FROM nothing_of_this_name")))).toBeNull();
  expect(unavailableBecause(new Error("Something else"))).toBeNull();
  expect(unavailableBecause(new Error("Outer", { cause: new Error("timeout exceeded when trying to connect") }))).toBe(
    "busy",
  );
  expect(unavailableBecause("text")).toBeNull();
});

test("a server that falls silent fails its queries in time, gives the pool back, and is used again when it answers", async () => {
  const proxy = await silentProxy(db.url);
  // As in the product, with shorter times: statements 1 s, answers at most 5 s later.
  const { pool, close } = database({ max: 3, statementMs: 1_000, waitMs: 1_000 }, proxy.url);
  const kept = await pool.connect();
  await kept.query("BEGIN");
  expect(await pool.query("SELECT 1")).toMatchObject({ rowCount: 1 });
  proxy.silence(true);
  const started = Date.now();
  const faults = await Promise.all([
    faultOf(pool.query("SELECT 1")),
    faultOf(pool.query("SELECT 1")),
    faultOf(kept.query("SELECT 1").finally(() => kept.release())),
    faultOf(pool.query("SELECT 1")),
  ]);
  expect(Date.now() - started).toBeLessThan(20_000);
  expect(faults.map(unavailableBecause)).toEqual(["away", expect.stringMatching(/busy|away/), "away", "busy"]);
  expect(pool.totalCount).toBe(0);
  proxy.silence(false);
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await close();
  await proxy.close();
});

test("closing does not wait for a silent server nor for a long query", async () => {
  const proxy = await silentProxy(db.url);
  const { pool, close } = database({ max: 3 }, proxy.url);
  await Promise.all([pool.query("SELECT 1"), pool.query("SELECT 1")]);
  const sleeping = faultOf(pool.query("SELECT pg_sleep(25)"));
  const direct = database({ applicationName: "closing test" });
  const slow = faultOf(direct.pool.query("SELECT pg_sleep(60)"));
  await direct.pool.query("SELECT 1");
  proxy.silence(true);
  const started = Date.now();
  await Promise.all([close(), direct.close()]);
  expect(Date.now() - started).toBeLessThan(20_000);
  expect(unavailableBecause(await sleeping)).toBe("away");
  expect(unavailableBecause(await slow)).toBe("away");
  const left = async () =>
    (await db.pool.query("SELECT FROM pg_stat_activity WHERE application_name = 'closing test'")).rowCount;
  await expect.poll(left, { timeout: 15_000 }).toBe(0);
  await proxy.close();
});
