import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Parts of files, answers that have not changed, and formats by Accept. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let key: string;
let id: string;
let table: string;
const CSV = `n,text\n${Array.from({ length: 5_000 }, (_, n) => `${n},line ${n}\n`).join("")}1,2,3\n`;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  key = await ana.key();
  ({ id, table_name: table } = (await ana.upload(CSV)).json);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const original = (headers: Record<string, string> = {}, method = "GET") =>
  ana.call(method, `/api/assets/${id}/original`, { headers });

describe("an original", () => {
  test.each([
    ["bytes=0-9", 0, 9],
    ["bytes=100-100", 100, 100],
    ["bytes=60000-", 60_000, CSV.length - 1],
    ["bytes=-20", CSV.length - 20, CSV.length - 1],
    ["bytes=10-999999999", 10, CSV.length - 1],
  ])("is sent in part: %s", async (range, start, end) => {
    const { status, text, headers } = await original({ range });
    expect([status, text]).toEqual([206, CSV.slice(start, end + 1)]);
    expect(headers.get("content-range")).toBe(`bytes ${start}-${end}/${CSV.length}`);
    expect(headers.get("content-length")).toBe(String(end - start + 1));
  });

  test("is sent whole for parts that are not understood, several or of another unit", async () => {
    for (const range of ["bytes=0-1,5-6", "lines=1-2", "bytes=x-y"]) {
      const { status, text, headers } = await original({ range });
      expect([range, status, text.length, headers.get("accept-ranges")]).toEqual([range, 200, CSV.length, "bytes"]);
    }
  });

  test("has no part behind its end: 416 with its size", async () => {
    const { status, headers, json } = await original({ range: `bytes=${CSV.length}-` });
    expect([status, headers.get("content-range"), json.error]).toEqual([
      416,
      `bytes */${CSV.length}`,
      `The file has ${CSV.length} bytes: there is nothing in this range.`,
    ]);
  });

  test("is told by HEAD, with its size and its tag", async () => {
    const { status, headers } = await original({}, "HEAD");
    expect([status, headers.get("content-length"), headers.get("accept-ranges")]).toEqual([
      200,
      String(CSV.length),
      "bytes",
    ]);
  });

  test("is not sent again to who has it, by its tag or its time", async () => {
    const { headers } = await original();
    for (const [name, value] of [
      ["if-none-match", headers.get("etag")!],
      ["if-modified-since", headers.get("last-modified")!],
    ] as const) {
      const again = await original({ [name]: value });
      expect([again.status, again.text]).toEqual([304, ""]);
    }
    expect((await original({ "if-modified-since": new Date(0).toUTCString() })).status).toBe(200);
  });

  test("goes on where it broke off, or comes whole if there is a new version", async () => {
    const before = await original({ range: "bytes=0-99" });
    const [etag, modified] = [before.headers.get("etag")!, before.headers.get("last-modified")!];
    for (const same of [etag, modified]) {
      const rest = await original({ range: "bytes=100-", "if-range": same });
      expect([rest.status, before.text + rest.text === CSV]).toEqual([206, true]);
    }
    for (const other of ['"x"', `W/${etag}`, new Date(0).toUTCString()])
      expect((await original({ range: "bytes=100-", "if-range": other })).status).toBe(200);
    const next = "n,text\n1,next\n";
    await ana.call("PUT", `/api/assets/${id}/data`, { body: next, headers: { "content-type": "text/csv" } });
    const whole = await original({ range: "bytes=5-", "if-range": etag });
    expect([whole.status, whole.text]).toEqual([200, next]);
    await ana.call("PUT", `/api/assets/${id}/data`, { body: CSV, headers: { "content-type": "text/csv" } });
  });
});

test("rows that were set aside are sent in parts too", async () => {
  const whole = await ana.get(`/api/assets/${id}/rejected`);
  const part = await ana.call("GET", `/api/assets/${id}/rejected`, { headers: { range: "bytes=1-4" } });
  expect([whole.status, part.status, part.text]).toEqual([200, 206, whole.text.slice(1, 5)]);
});

describe("a stream", () => {
  const stream = (accept: string | null, query = "") =>
    product.call("GET", `/api/stream/data?table=${table}&limit=1${query}`, {
      headers: { authorization: `Bearer ${key}`, ...(accept === null ? {} : { accept }) },
    });

  test.each([
    ["text/csv", "text/csv"],
    ["application/x-ndjson", "application/x-ndjson"],
    ["application/json", "application/json"],
    ["text/csv;q=0.5, application/x-ndjson", "application/x-ndjson"],
    ["text/html, text/csv;q=0.9, */*;q=0.1", "text/csv"],
    ["*/*", "application/json"],
    ["image/png", "application/json"],
  ])("of Accept: %s is %s", async (accept, type) => {
    const { status, headers } = await stream(accept);
    expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
    expect(headers.get("vary")).toMatch(/\bAccept,/);
  });

  test("has the format that its address names, whatever Accept says", async () => {
    const { headers } = await stream("text/csv", "&format=ndjson");
    expect(headers.get("content-type")).toMatch(/^application\/x-ndjson/);
  });

  test("is not sent again since its last change", async () => {
    const { headers } = await stream(null);
    const since = (time: string) =>
      product.call("GET", `/api/stream/data?table=${table}&limit=1`, {
        headers: { authorization: `Bearer ${key}`, "if-modified-since": time },
      });
    expect((await since(headers.get("last-modified")!)).status).toBe(304);
    expect((await since(new Date(0).toUTCString())).status).toBe(200);
  });
});
