import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Answers that are being read slowly when the right to them ends: their connections are cut before they are whole. */
let db: InstalledDatabase;
let product: Product;
let owner: Person;
let chief: Person;
const sockets: Socket[] = [];
/** More than the sockets of both sides hold, also as Parquet and xlsx, whose cells end after 32,767 characters. */
const ROWS = 800;
const BODY = () => randomBytes(22_500).toString("base64");
const CSV = ["n,body", ...Array.from({ length: ROWS }, (_, n) => `${n},${BODY()}`)].join("\n");

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({
    ...db.installation,
    env: { RIGHTS_CHECK_SECONDS: "1", STREAM_STALL_SECONDS: "3600", ADMIN_EMAILS: "chief@example.org" },
  });
  owner = await product.person("Owner", 3);
  chief = await product.person("Chief", 3);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Table = { readonly id: string; readonly table: string };
const FORMATS = ["csv", "json", "ndjson", "xlsx", "parquet"] as const;

async function heavyTable(): Promise<Table> {
  const { json } = await owner.upload(CSV, { title: "Heavy", is_public: "false" });
  await eventually(async () => (await owner.get(`/api/assets/${json.id}/data`)).status === 200);
  const { json: item } = await owner.get(`/api/assets/${json.id}`);
  return { id: json.id, table: item.table_name };
}

type Reader = { readonly what: string; readonly socket: Socket; readonly first: string };

/** Asks, reads the head and a little more, and then nothing. */
async function ask(what: string, path: string, credential: Record<string, string>): Promise<Reader> {
  const socket = connect(product.port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  const headers = Object.entries({ Host: `127.0.0.1:${product.port}`, ...credential }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n`);
  const first = await new Promise<string>((resolve) =>
    socket.once("data", (chunk: Buffer) => resolve(chunk.toString("latin1"))),
  );
  socket.pause();
  expect(`${what}: ${first.slice(0, 15)}`).toBe(`${what}: HTTP/1.1 200 OK`);
  return { what, socket, first };
}

/** Every way to read a table, by its reader's key or session. */
async function everyWay({ id, table }: Table, key: string | null, session: string | null): Promise<Reader[]> {
  const byKey = key === null ? [] : [...FORMATS.map((format) => `/d/${table}.${format}`), `/odata/${table}`];
  const bySession = session === null ? [] : [`/api/assets/${id}/original`];
  return Promise.all([
    ...byKey.map((path) => ask(path, path, { Authorization: `Bearer ${key}` })),
    ...bySession.map((path) => ask(path, path, { Cookie: session ?? "" })),
  ]);
}

/** How some answers ended: what had been sent is read to its end. */
async function outcomes(readers: readonly Reader[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(readers.map(outcome)));
}

function outcome({ what, socket, first }: Reader): Promise<[string, string]> {
  return new Promise((resolve) => {
    let [received, last] = [first.length, first];
    const length = Number(/content-length: (\d+)/i.exec(first)?.[1] ?? NaN) + first.indexOf("\r\n\r\n") + 4;
    const look = (closed: boolean) => {
      const whole = Number.isNaN(length) ? last === "0\r\n\r\n" : received === length;
      if (whole || closed) resolve([what, whole ? "whole" : "cut"]);
    };
    socket.on("data", (chunk: Buffer) => {
      received += chunk.length;
      last = (last + chunk.subarray(-5).toString("latin1")).slice(-5);
      look(false);
    });
    socket.once("close", () => look(true));
    socket.resume();
  });
}

/** Waits until so many answers go on; the server looks at them every second. */
async function goingOn(answers: number): Promise<void> {
  const sum = async () => {
    const { text } = await product.call("GET", "/metrics");
    const used = text.matchAll(/^tributary_budget_used\{budget="(?:streams|downloads|parquet parts)"\} (\d+)$/gm);
    return [...used].reduce((total, [, each]) => total + Number(each), 0);
  };
  await eventually(async () => (await sum()) === answers, 20_000, `${answers} answers go on`);
}

async function areCut(readers: readonly Reader[]): Promise<void> {
  await goingOn(0);
  expect(await outcomes(readers)).toEqual(Object.fromEntries(readers.map(({ what }) => [what, "cut"])));
}

/** A reader who has been given access to a new heavy table. */
async function grantee(name: string): Promise<{ readonly heavy: Table; readonly reader: Person }> {
  const heavy = await heavyTable();
  const reader = await product.person(name, 3);
  expect((await owner.post(`/api/assets/${heavy.id}/shares`, { email: reader.email })).status).toBe(201);
  return { heavy, reader };
}

async function apiKey(person: Person): Promise<{ readonly id: string; readonly secret: string }> {
  return (await person.post("/api/users/api-keys", { name: "Reader" })).json;
}

test("a share that is taken back ends every answer to it, and no other", { timeout: 120_000 }, async () => {
  const { heavy, reader } = await grantee("Grantee");
  const readers = await everyWay(heavy, await reader.key(), reader.cookie);
  const [others] = await everyWay(heavy, null, owner.cookie);
  const body = { email: reader.email };
  expect((await owner.call("DELETE", `/api/assets/${heavy.id}/shares`, { body })).status).toBe(200);
  await goingOn(1);
  expect(await outcomes(readers)).toEqual(Object.fromEntries(readers.map(({ what }) => [what, "cut"])));
  expect(Object.values(await outcomes([others!]))).toEqual(["whole"]);
});

test("a takedown ends the answers to others", { timeout: 120_000 }, async () => {
  const { heavy, reader } = await grantee("Reader of what is taken down");
  const readers = await everyWay(heavy, await reader.key(), reader.cookie);
  expect((await chief.post("/api/admin/takedowns", { id: heavy.id, reason: "Not theirs." })).status).toBe(201);
  await areCut(readers);
});

test("answers to a dataset that is deleted end, those to its owner too", { timeout: 120_000 }, async () => {
  const heavy = await heavyTable();
  const readers = await everyWay(heavy, await owner.key(), owner.cookie);
  expect((await owner.call("DELETE", `/api/assets/${heavy.id}`)).status).toBe(200);
  await areCut(readers);
});

test(
  "a key that is deleted or replaced ends its answers, and not those of the session",
  { timeout: 120_000 },
  async () => {
    const heavy = await heavyTable();
    const { id, secret } = await apiKey(owner);
    const original = `/api/assets/${heavy.id}/original`;
    const byKey = [
      await ask("original by key", original, { Authorization: `Bearer ${secret}` }),
      ...(await everyWay(heavy, secret, null)),
    ];
    const bySession = await ask("session", original, { Cookie: owner.cookie });
    expect((await owner.call("DELETE", `/api/users/api-keys/${id}`)).status).toBe(200);
    await goingOn(1);
    expect(new Set(Object.values(await outcomes(byKey)))).toEqual(new Set(["cut"]));
    expect(await outcomes([bySession])).toEqual({ session: "whole" });
    const streaming = await everyWay(heavy, await owner.key(), null);
    await owner.key();
    await areCut(streaming);
  },
);

test("a logout ends the answers of that session", { timeout: 120_000 }, async () => {
  const { heavy, reader } = await grantee("Leaver");
  const readers = await everyWay(heavy, null, reader.cookie);
  expect((await reader.post("/api/users/logout")).status).toBe(200);
  await areCut(readers);
});

test("another password ends the answers of the user's other sessions", { timeout: 120_000 }, async () => {
  const { heavy, reader } = await grantee("Changer");
  const login = await product.call("POST", "/api/users/login", {
    body: { email: reader.email, password: reader.password },
  });
  const other = await everyWay(heavy, null, login.headers.getSetCookie()[0]!.split(";")[0]!);
  const own = await ask("own", `/api/assets/${heavy.id}/original`, { Cookie: reader.cookie });
  const body = { oldPassword: reader.password, newPassword: "another horse of the test" };
  expect((await reader.post("/api/users/change_password", body)).status).toBe(200);
  await goingOn(1);
  expect(Object.values(await outcomes(other))).toEqual(["cut"]);
  expect(await outcomes([own])).toEqual({ own: "whole" });
});

test("an account that is deleted gets nothing more", { timeout: 120_000 }, async () => {
  const { heavy, reader } = await grantee("Departing");
  const readers = await everyWay(heavy, await reader.key(), reader.cookie);
  const body = { password: reader.password };
  expect((await reader.call("DELETE", "/api/users/me", { body })).status).toBe(200);
  await areCut(readers);
});
