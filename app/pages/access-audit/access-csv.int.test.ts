import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** A list of the page on access as a file takes part in the limit of downloads, and is made as fast as it is read. */
const STREAMS = 60_000;
const AT_A_TIME = 6;
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let file: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  const env = { STREAM_STALL_SECONDS: "60", ADMIN_EMAILS: "chief@example.org" };
  product = await startProduct({ ...db.installation, env });
  ana = await product.person("Ana", 3);
  const { id } = (await ana.upload("a\n1\n")).json as { id: string };
  file = `/history/dataset/${id}/access.csv`;
  await db.pool.query(
    `INSERT INTO identity.key_calls (user_id, client, table_name, status, rows, ms, item_id, version, bytes)
     SELECT $1, repeat('pandas ', 40), 'ds_rivers', 200, 1, 1, $2, 1, 100 FROM generate_series(1, ${STREAMS})`,
    [ana.id, id],
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await product?.remove();
  await db?.drop();
});

/** Asks for the file and reads its beginning only. */
function silentReader(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(product.port, "127.0.0.1", () => {
      socket.write(`GET ${file} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${ana.cookie}\r\n\r\n`);
      socket.once("readable", () => resolve(socket));
    });
    socket.once("error", reject);
    sockets.push(socket);
  });
}

async function downloads(): Promise<number> {
  const { text } = await product.call("GET", "/metrics");
  return Number(/^tributary_budget_used\{budget="downloads"\} (\d+)$/m.exec(text)?.[1]);
}

test("readers of one user hold the slots of that user only, and give them back", { timeout: 60_000 }, async () => {
  for (let reader = 0; reader < AT_A_TIME; reader += 1) await silentReader();
  expect(await downloads()).toBe(AT_A_TIME);
  const { status, text, headers } = await ana.get(file);
  expect([status, headers.get("retry-after"), text]).toEqual([
    429,
    "5",
    "You are downloading as many files as one user may at a time. Wait for one to end.",
  ]);
  const admin = await product.person("Chief", 3);
  expect((await admin.get(`${file}?list=grants`)).text).toBe("user_id,name,since,until\r\n");
  // What a silent reader has not asked for is not made, so its slot is still held.
  expect(await downloads()).toBe(AT_A_TIME);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => (await downloads()) === 0 || null, 10_000, "A slot was not given back");
  expect((await ana.get(file)).text.split("\r\n")).toHaveLength(STREAMS + 2);
  expect(await downloads()).toBe(0);
});
