import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database } from "./database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { Secret } from "#domain/core/text/secret.ts";

let fresh: FreshDatabase;
let database: Database<{ pg_settings: { name: string; setting: string } }>;
const idleErrors: Error[] = [];
beforeAll(async () => {
  fresh = await testDatabase();
  database = createDatabase(new Secret(fresh.url), {
    applicationName: "tributary test",
    onIdleError: (error) => idleErrors.push(error),
  });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test("no query, lock or idle transaction lasts for ever, and the connection says whose it is", async () => {
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "application_name"];
  const rows = await database.kysely
    .selectFrom("pg_settings")
    .select(["name", "setting"])
    .where("name", "in", names)
    .orderBy("name")
    .execute();
  expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
    application_name: "tributary test",
    idle_in_transaction_session_timeout: "60000",
    lock_timeout: "10000",
    statement_timeout: "30000",
  });
});

test("the pool outlives connections that the server cuts off", async () => {
  const { rows } = await database.pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const told = new Promise((resolve) => database.pool.once("error", resolve));
  await fresh.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await told;
  expect(idleErrors).toHaveLength(1);
  expect((await database.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a connection is replaced after so many uses", async () => {
  const onIdleError = () => undefined;
  const other = createDatabase(fresh.url, { applicationName: "uses", max: 1, maxUses: 3, onIdleError });
  const pids: number[] = [];
  for (let use = 0; use < 6; use += 1)
    pids.push((await other.pool.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]!.pid);
  await other.close();
  expect([new Set(pids.slice(0, 3)).size, new Set(pids.slice(3)).size, new Set(pids).size]).toEqual([1, 1, 2]);
});

test("close may be called twice", async () => {
  const other = createDatabase(fresh.url, { applicationName: "twice", onIdleError: () => undefined });
  await other.pool.query("select 1");
  await other.close();
  await other.close();
});
