import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let ana: Person;
/** The API's answers by path, as bytes and in how many pieces; the first so many break off at the end. */
const api = new Map<string, { body: Buffer; type?: string; pieces?: number; cut?: number }>();

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    const place = api.get(request.url ?? "");
    if (!place) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": place.type ?? "application/octet-stream" });
    const size = Math.ceil(place.body.length / (place.pieces ?? 1));
    for (let from = 0; from < place.body.length; from += size) response.write(place.body.subarray(from, from + size));
    if (!place.cut) return void response.end();
    place.cut -= 1;
    setTimeout(() => response.destroy(), 200);
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

async function connect(operation: object): Promise<string> {
  const dsl = {
    protocol: "rest",
    base_url: `http://127.0.0.1:${upstream.port}`,
    retry: { max_attempts: 1 },
    operations: [operation],
  };
  const connector = await ana.post("/api/connectors/upload", { title: "Formats", is_public: true, dsl });
  expect([connector.status, connector.text]).toEqual([201, expect.any(String)]);
  return (await ana.post("/api/connectors/activate", { connector_id: connector.json.id })).json.id;
}

const run = async (id: string) => (await ana.post(`/api/connectors/run/${id}`, {})).json;
const table = async (id: string) =>
  (await ana.get(`/api/assets/table/${id}`)).json as {
    columns: { name: string; type: string }[];
    rows: Record<string, unknown>[];
  };
const types = (columns: { name: string; type: string }[]) =>
  Object.fromEntries(columns.map(({ name, type }) => [name, type]));

test("lines that come in pieces, packed without a word in the headers, fill the table; a connection that breaks leaves it", async () => {
  const lines = Array.from({ length: 3_000 }, (_, n) =>
    JSON.stringify({ id: n, at: "2024-05-04T09:00:00Z", big: "9007199254740993" }),
  )
    .join("\n")
    .replaceAll('"9007199254740993"', "9007199254740993");
  api.set("/lines.gz", { body: gzipSync(lines), pieces: 7 });
  const id = await connect({ id: "lines", url: "/lines.gz", response_format: "ndjson", write_disposition: "replace" });
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 3_000 });
  api.set("/lines.gz", { body: Buffer.from(lines), pieces: 3, cut: 1 });
  expect(await run(id)).toMatchObject({ status: "failed" });
  const { columns, rows } = await table(id);
  expect(types(columns)).toMatchObject({ id: "bigint", at: "timestamptz", big: "bigint" });
  expect(rows).toHaveLength(100);
});

test("lines whose connection breaks late are read again, and are in the table once", async () => {
  const rows = (text: string) =>
    Buffer.from(Array.from({ length: 40_000 }, (_, n) => JSON.stringify({ id: n, text: text.repeat(40) })).join("\n"));
  const place = { body: rows("x"), pieces: 9, cut: 2 };
  api.set("/broken", place);
  const id = await connect({
    id: "lines",
    url: "/broken",
    response_format: "ndjson",
    write_disposition: "append",
    retry: { max_attempts: 3 },
  });
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 40_000 });
  place.cut = 1;
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 40_000 });
  expect((await ana.get(`/api/assets/table/${id}`)).json.total).toBe(80_000);
});

test("declared types are the table's, before any value says so; a key inside an object recognises rows", async () => {
  const columns = [
    { name: "country", path: "country.id" },
    { name: "value", type: "number", null_values: ["."] },
    { name: "day", type: "date" },
    { name: "code", type: "text" },
    { name: "closed", type: "boolean" },
    { name: "note", type: "json" },
  ];
  api.set("/typed", {
    body: Buffer.from(JSON.stringify([{ country: { id: "CL" }, value: ".", day: null, code: 7, closed: null }])),
  });
  const typed = await connect({ id: "typed", url: "/typed", columns, primary_key: "country" });
  expect(await run(typed)).toMatchObject({ status: "success" });
  expect(types((await table(typed)).columns)).toMatchObject({
    country: "text",
    value: "numeric",
    day: "date",
    code: "text",
    closed: "boolean",
    note: "jsonb",
  });
  api.set("/typed", {
    body: Buffer.from(
      JSON.stringify([
        { country: { id: "CL" }, value: "12.50", day: "2024-05-31T10:00:00Z", code: "007", closed: "true", note: [1] },
      ]),
    ),
  });
  expect(await run(typed)).toMatchObject({ status: "success" });
  const after = await table(typed);
  expect(types(after.columns)).toMatchObject({ value: "numeric", day: "timestamptz", code: "text" });
  expect(after.rows).toMatchObject([{ country: "CL", code: "007", closed: true, note: [1] }]);
  api.set("/typed", { body: Buffer.from(JSON.stringify([{ country: { id: "PE" }, value: "many" }])) });
  expect(await run(typed)).toMatchObject({
    status: "failed",
    error: expect.stringContaining('The column "value" is declared as number, but the API gave "many".'),
  });

  api.set("/nested", {
    body: Buffer.from(
      JSON.stringify([
        { indicator: { id: "A" }, v: 1 },
        { indicator: { id: "B" }, v: 2 },
      ]),
    ),
  });
  const nested = await connect({ id: "nested", url: "/nested", primary_key: "indicator.id" });
  for (let again = 0; again < 2; again += 1)
    expect(await run(nested)).toMatchObject({ status: "success", rowCount: 2 });
  expect((await table(nested)).rows).toHaveLength(2);
});

test("XML becomes columns, and CSV with a byte order mark keeps its leading zeros", async () => {
  api.set("/feed", {
    body: Buffer.from(
      '<?xml version="1.0"?><rss><channel><item id="1"><title>a &amp; b</title></item><item id="2"><title/></item></channel></rss>',
    ),
    type: "text/xml",
  });
  const feed = await connect({
    id: "feed",
    url: "/feed",
    response_format: "xml",
    records: "rss.channel.item",
    columns: [{ name: "id", path: "@id", type: "integer" }, { name: "title" }],
  });
  expect(await run(feed)).toMatchObject({ status: "success", rowCount: 2 });
  expect((await table(feed)).rows.map(({ id, title }) => [Number(id), title]).sort()).toEqual([
    [1, "a & b"],
    [2, null],
  ]);
  api.set("/csv", { body: Buffer.from('\ufeffcode;name\r\n007;"a;b"\r\n') });
  const csv = await connect({ id: "csv", url: "/csv", response_format: "csv", delimiter: ";" });
  expect(await run(csv)).toMatchObject({ status: "success", rowCount: 1 });
  expect((await table(csv)).rows).toMatchObject([{ code: "007", name: "a;b" }]);
  api.set("/numbers", {
    body: Buffer.from("day,rate,count,open,code\n2024-05-31,1.50,7,true,7\n2024-06-03,2e-3,,false,A\n"),
  });
  const numbers = await connect({
    id: "numbers",
    url: "/numbers",
    response_format: "csv",
    filter: { path: "code", in: ["7", "A"] },
  });
  expect(await run(numbers)).toMatchObject({ status: "success", rowCount: 2 });
  const typed = await table(numbers);
  expect(types(typed.columns)).toMatchObject({
    day: "date",
    rate: "double precision",
    count: "bigint",
    open: "boolean",
    code: "text",
  });
  expect(typed.rows).toMatchObject([
    { rate: 1.5, count: 7, code: "7" },
    { rate: 0.002, count: null, open: false, code: "A" },
  ]);
});
