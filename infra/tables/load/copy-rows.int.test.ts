import { expect, test } from "vitest";
import { createDatabase } from "../../postgres/database.ts";
import { silentProxy } from "#testing/postgres/proxy.ts";
import { unavailableBecause } from "../../postgres/unavailable.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { startCopy } from "./copy-rows.ts";

test("a COPY whose server falls silent ends with its connection", async () => {
  const db = await testDatabase();
  const proxy = await silentProxy(db.url);
  const { pool, close } = createDatabase(proxy.url, { applicationName: "copy test", onIdleError: () => undefined });
  const client = await pool.connect();
  await client.query("BEGIN; CREATE TABLE rows (text text)");
  const copy = startCopy(client, "rows", { format: "text", freeze: true, stalledMs: 500 });
  const line = Buffer.from(`${"x".repeat(999_999)}\n`);
  await copy.write(line);
  proxy.silence(true);
  const fault = await (async () => {
    // The kernels buffer some megabytes between us.
    for (let sent = 0; sent < 200; sent += 1) await copy.write(line);
  })().catch((error: unknown) => error);
  expect(unavailableBecause(fault)).toBe("away");
  await copy.abandon();
  client.release(true);
  expect(pool.totalCount).toBe(0);
  await close();
  await proxy.close();
  await db.drop();
});
