import { type AddressInfo, createConnection, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "./database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { unavailableBecause } from "./unavailable.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

/** A TCP proxy to Postgres that ends each connection at its first query, which is the session setup. */
async function cuttingProxy(): Promise<{ readonly url: string; readonly cut: () => number; close(): Promise<void> }> {
  const target = new URL(db.url);
  let cut = 0;
  const server = createServer((client) => {
    const upstream = createConnection(`${target.searchParams.get("host")}/.s.PGSQL.${target.port || "5432"}`);
    for (const each of [client, upstream]) each.on("error", () => undefined);
    upstream.on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => {
      // A simple query begins with Q; the bytes before it start the session.
      if (bytes[0] !== 0x51) return void upstream.write(bytes);
      cut += 1;
      client.destroy();
      upstream.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgres://${target.username}@127.0.0.1:${port}${target.pathname}`,
    cut: () => cut,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

test("a connection that breaks while its session is set up fails its caller, and ends no process", async () => {
  const ended: unknown[] = [];
  const hear = (error: unknown): void => void ended.push(error);
  process.on("uncaughtException", hear);
  const proxy = await cuttingProxy();
  const { pool, close } = createDatabase(proxy.url, { applicationName: "cutting test", onIdleError: () => undefined });
  const fault: unknown = await pool.query("SELECT 1").catch((error: unknown) => error);
  expect([unavailableBecause(fault), proxy.cut()]).toEqual(["away", 1]);
  await close();
  await proxy.close();
  process.off("uncaughtException", hear);
  expect(ended).toEqual([]);
});
