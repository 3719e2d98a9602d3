import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** A stream, a page of OData or a download that finds all places taken waits a little, because Excel and Power BI do not try again. */
let db: InstalledDatabase;
let product: Product;
let people: { person: Person; key: string }[];
let table: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  people = await Promise.all(
    ["Ada", "Bob", "Cleo", "Dan"].map(async (name) => {
      const person = await product.person(name, 3);
      return { person, key: await person.key() };
    }),
  );
  const csv = `n,text\n${Array.from({ length: 60_000 }, (_, n) => `${n},${"some text ".repeat(30)}`).join("\n")}\n`;
  const { json } = await people[0]!.person.upload(csv, { title: "Texts" });
  table = json.table_name;
  for (const { person } of people.slice(1)) await person.post("/api/access/grant", { assetId: json.id });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await product?.remove();
  await db?.drop();
});

/** Begins a stream and reads nothing of it. */
function hold(key: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(product.port, "127.0.0.1", () =>
      socket.write(`GET /d/${table}.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`),
    );
    sockets.push(socket);
    socket.once("readable", () => resolve(socket)).on("error", () => undefined);
  });
}

async function budget(figure: "used" | "waiting" | "limit"): Promise<number> {
  const { text } = await product.call("GET", "/metrics");
  return Number(new RegExp(`^tributary_budget_${figure}\\{budget="streams"\\} (\\d+)$`, "m").exec(text)?.[1]);
}

async function fill(): Promise<Socket[]> {
  const held: Socket[] = [];
  const most = await budget("limit");
  for (let at = 0; held.length < most; at += 1) held.push(await hold(people[Math.floor(at / 5)]!.key));
  return held;
}

const asked = (path: string) => {
  const { key } = people[3]!;
  return product.call("GET", path, { headers: { authorization: `Bearer ${key}` } });
};

test("a stream waits for a place, and is refused with Retry-After if there is none in time", async () => {
  const held = await fill();
  const both = Promise.all([asked(`/d/${table}.csv?limit=3`), asked(`/odata/${table}?$top=1`)]);
  await eventually(async () => (await budget("waiting")) === 2);
  for (const socket of held.slice(0, 2)) socket.destroy();
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  await Promise.all(people.slice(0, 2).map(({ key }) => hold(key)));
  await eventually(async () => (await budget("used")) === (await budget("limit")));
  const refused = await asked(`/d/${table}.csv?limit=3`);
  expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([503, "streams-busy", "10"]);
  expect(await budget("waiting")).toBe(0);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => (await budget("used")) === 0);
});

test("a stream prints no warning of listeners", async () => {
  for (const path of [`/d/${table}.csv`, `/d/${table}.json`, `/odata/${table}`])
    expect((await asked(path)).status).toBe(200);
  const zipped = await fetch(`${product.url}/d/${table}.csv`, {
    headers: { authorization: `Bearer ${people[3]!.key}`, "accept-encoding": "gzip" },
  });
  await zipped.text();
  expect(product.output()).not.toMatch(/MaxListeners|memory leak/);
});
