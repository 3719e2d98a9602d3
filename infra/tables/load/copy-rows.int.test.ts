import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
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

test("memory whose rows wait for a slow connection is not given back", async () => {
  const db = await testDatabase();
  const proxy = await silentProxy(db.url);
  const { pool, close } = createDatabase(proxy.url, { applicationName: "copy test", onIdleError: () => undefined });
  const client = await pool.connect();
  const { stream: socket } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  await client.query("CREATE TABLE rows (text text)");
  const copy = startCopy(client, "rows", { format: "text", freeze: false });
  // A row is smaller than what a stream holds before it asks to wait, so its write ends while its bytes are still here.
  const TIMES = 3_500;
  const textOf = (row: number) => String(row).padStart(8, "0").repeat(TIMES);
  const MORE_THAN_KERNELS_BUFFER = 4_000;
  const spare: Buffer[] = [];
  let [written, unsent] = [0, 0];
  let isHeld = false;
  const write = async () => {
    const memory = spare.pop() ?? Buffer.alloc(8 * TIMES + 1);
    memory.write(`${textOf(written)}\n`);
    written += 1;
    await copy.write(memory);
    if (copy.hasSentAll()) spare.push(memory);
    else if (isHeld) unsent += 1;
  };
  // So many are taken only after the server has answered.
  while (written < 10) await write();
  proxy.hold((isHeld = true));
  const writing = (async () => {
    while (isHeld && written < MORE_THAN_KERNELS_BUFFER) await write();
    for (let more = 0; more < 50; more += 1) await write();
  })();
  await eventually(async () => socket.writableNeedDrain);
  proxy.hold((isHeld = false));
  await writing;
  await copy.end();
  const { rows } = await client.query<{ row: number; whole: boolean }>(
    `SELECT left(text, 8)::int AS row, text = repeat(left(text, 8), ${TIMES}) AS whole FROM rows`,
  );
  expect(rows).toEqual(Array.from({ length: written }, (_, row) => ({ row, whole: true })));
  expect(unsent).toBeGreaterThan(0);
  client.release();
  await close();
  await proxy.close();
  await db.drop();
});
