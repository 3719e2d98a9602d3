import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What a person may read in the browser, the browser downloads: by the session, and only from our own pages. */
let db: InstalledDatabase;
let product: Product;
let [owner, reader, stranger]: Person[] = [];
let [open, secret]: { readonly id: string; readonly table_name: string }[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [owner, reader, stranger] = await Promise.all(["Owner", "Reader", "Stranger"].map((name) => product.person(name, 3)));
  const csv = "name,level\nMill,3\nWeir,1\n=A1,2\n";
  open = (await owner!.upload(csv, { title: "Levels" })).json;
  secret = (await owner!.upload(csv, { title: "Plans", is_public: "false" })).json;
  await reader!.post("/api/access/grant", { assetId: open!.id });
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const file = (format: string, query = "", { id } = open!) => `/dataset_profile/${id}/download.${format}${query}`;
const from = (person: Person, headers: Record<string, string>, path = file("csv")) =>
  product.call("GET", path, { headers: { cookie: person.cookie, ...headers } });

test.each([
  ["csv", "text/csv; charset=utf-8; header=present", "name,level"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"],
  ["parquet", "application/vnd.apache.parquet", "PAR1"],
  ["ndjson", "application/x-ndjson; charset=utf-8", '{"name":"Mill","level":3}'],
  ["json", "application/json; charset=utf-8", '[{"name":"Mill","level":3}'],
])("who may read a dataset downloads it as %s, and nothing keeps a copy", async (format, type, start) => {
  const answer = await reader!.get(file(format));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
  expect(answer.text.replace(/\s/g, "").startsWith(start.replace(/\s/g, ""))).toBe(true);
  expect(answer.headers.get("content-disposition")).toContain(`attachment; filename="Levels.${format}"`);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
});

test("a download has the rows of the page in their order, under either name of the order", async () => {
  for (const query of ["?where.level=gte.2&sort=-level", "?where.level=gte.2&order=-level"])
    expect((await reader!.get(file("csv", query))).text.replace(/\r/g, "")).toBe("name,level\nMill,3\n=A1,2\n");
  expect((await reader!.get(file("parquet", "?where.level=eq.2"))).text.slice(0, 4)).toBe("PAR1");
  const refused = await reader!.get(file("csv", "?where.height=gte.2"));
  expect([refused.status, refused.text.includes("There is no column")]).toEqual([400, true]);
  expect((await reader!.get(file("csv", "?version=7"))).status).toBe(404);
  expect((await reader!.get(file("csv", "?format=xlsx"))).status).toBe(400);
});

test("a download is refused as the page is", async () => {
  expect((await stranger!.get(file("csv"))).status).toBe(403);
  expect((await reader!.get(file("csv", "", secret))).status).toBe(404);
  expect((await owner!.get(file("csv", "", secret))).status).toBe(200);
  expect((await reader!.get(file("txt"))).status).toBe(404);
  const visitor = await product.call("GET", file("csv"), { headers: { "sec-fetch-site": "none" } });
  // People read it, not programs.
  expect([visitor.status, visitor.headers.get("content-type")]).toEqual([401, "text/html; charset=utf-8"]);
});

test("only a page of ours, or the user, has a browser download; a key opens nothing here", async () => {
  for (const site of ["same-origin", "none"])
    expect((await from(reader!, { "sec-fetch-site": site })).status).toBe(200);
  for (const site of ["cross-site", "same-site", "something-new"])
    expect((await from(reader!, { "sec-fetch-site": site })).status).toBe(403);
  expect((await from(reader!, {})).status).toBe(403);
  const key = await reader!.key();
  const byKey = { authorization: `Bearer ${key}`, "sec-fetch-site": "none" };
  expect((await product.call("GET", file("csv"), { headers: byKey })).status).toBe(401);
  expect((await from(reader!, { "sec-fetch-site": "none" }, file("csv", `?api_key=${key}`))).status).toBe(400);
});

test("addresses of streams go on ignoring the session", async () => {
  const stream = `/d/${open!.table_name}.csv`;
  expect((await from(reader!, { "sec-fetch-site": "same-origin" }, stream)).status).toBe(401);
});

test("a table has the same download under its own name", async () => {
  const { table_name: table } = open!;
  expect((await reader!.get(`/table/${table}/download.csv`)).status).toBe(200);
  expect((await stranger!.get(`/table/${table}/download.csv`)).status).toBe(403);
  expect((await reader!.get(`/table/${secret!.table_name}/download.csv`)).status).toBe(404);
});
