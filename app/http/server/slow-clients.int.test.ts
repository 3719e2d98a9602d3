import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Slow clients, within every limit of their own, that hold all slots: other clients still get one. */
const STALL_S = 6;
const CELL = 900_000;
let db: InstalledDatabase;
let product: Product;
let author: Person;
let key: string;
let heavy: { id: string; table: string };
const sockets: Socket[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { STREAM_STALL_SECONDS: String(STALL_S) } });
  author = await product.person("Author", 3);
  key = await author.key();
  const { json } = await author.upload(`n,body\n0,${"a".repeat(CELL)}\n`);
  heavy = { id: json.id, table: json.table_name };
  const { rows } = await db.pool.query<{ physical: string }>(
    "select physical from registry.tables order by ready_at desc limit 1",
  );
  await db.pool.query(
    `insert into data.${rows[0]!.physical} (_row_id, c0, c1) select place, place - 1, repeat('a', ${CELL}) from generate_series(2, 400) as place`,
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await product?.remove();
  await db?.drop();
});

async function otherKey(name: string): Promise<string> {
  const person = await product.person(name, 3);
  await person.post("/api/access/grant", { assetId: heavy.id });
  return person.key();
}

/** Reads a stream at so many bytes per second. */
function reader(of: string, bytesPerSecond: number): Socket {
  const socket = connect(product.port, "127.0.0.1", () => {
    socket.write(`GET /d/${heavy.table}.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${of}\r\n\r\n`);
    socket.pause();
    const read = setInterval(() => socket.read(Math.min(bytesPerSecond / 4, socket.readableLength) || undefined), 250);
    socket.once("close", () => clearInterval(read));
  });
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

async function used(budget: string): Promise<number> {
  const { text } = await product.call("GET", "/metrics");
  return Number(new RegExp(`^tributary_budget_used\\{budget="${budget}"\\} (\\d+)$`, "m").exec(text)?.[1]);
}

test(
  "slow readers lose their streams to those who find no place, and fast ones do not",
  { timeout: 180_000 },
  async () => {
    const [one, two, steady] = [await otherKey("One"), await otherKey("Two"), await otherKey("Steady")];
    const fast = reader(steady, 4_000_000);
    await eventually(async () => (await used("streams")) === 1);
    for (const each of [one, two]) for (let at = 0; at < 6; at += 1) reader(each, 330_000);
    await eventually(async () => (await used("streams")) === 13);
    const full = await product.call("GET", `/d/${heavy.table}.csv?limit=1&columns=n`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([full.status, full.headers.get("retry-after"), full.json.error]).toEqual([
      503,
      "10",
      "All streams are in use. Try again in a moment.",
    ]);
    const ask = async () =>
      (
        await product.call("GET", `/d/${heavy.table}.csv?limit=1&columns=n`, {
          headers: { authorization: `Bearer ${key}` },
        })
      ).text === "n\n0\n";
    await eventually(
      async () => (await used("streams")) === 13 && (await ask()),
      60_000,
      "No slow reader lost its place",
    );
    expect([fast.closed, await used("streams")]).toEqual([false, 12]);
    for (const socket of sockets) socket.destroy();
  },
);

test("large bodies that come slowly lose their room to those that find none", { timeout: 180_000 }, async () => {
  for (let at = 0; at < 32; at += 1) {
    const socket = connect({ port: product.port, host: "127.0.0.1", localAddress: `127.0.0.${2 + (at % 2)}` }, () => {
      socket.write(
        "POST /api/users/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{",
      );
      const more = setInterval(() => socket.write(" "), 1_000);
      socket.once("close", () => clearInterval(more));
    });
    socket.on("error", () => undefined);
    sockets.push(socket);
  }
  await eventually(async () => (await used("request bodies")) === 32_000_000);
  const ask = () => author.post("/api/connectors/draft", { dsl: { text: "x".repeat(200_000) } });
  expect((await ask()).status).toBe(503);
  await eventually(async () => (await ask()).status !== 503, 60_000, "No slow body lost its room");
  await eventually(async () => (await used("request bodies")) < 32_000_000);
});
