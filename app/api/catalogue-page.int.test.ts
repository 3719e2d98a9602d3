import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Filters, orders, what has changed, and unchanged answers of the lists of datasets and connectors. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
const ids: Record<string, string> = {};

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  for (const [title, category, rows] of [
    ["Beta quux", "Finance", 3],
    ["Alpha quux", "Science", 1],
    ["Delta", "Finance", 2],
    ["Gamma quux", "Marketing", 4],
  ] as const)
    ids[title] = (await ana.upload(`n\n${"1\n".repeat(rows)}`, { title, category })).json.id;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const titles = ({ json }: Answer) =>
  json
    .map(({ title }: { title: string }) => title.replace(" quux", ""))
    .filter((title: string) => /^(Alpha|Beta|Delta|Gamma)$/.test(title));
const list = async (query: string) => {
  const answer = await ana.get(`/api/assets${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer;
};
const nextOf = ({ headers }: Answer) => /<[^>]*(\/api\/[^>]*)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];

test.each([
  ["?sort=title", ["Alpha", "Beta", "Delta", "Gamma"]],
  ["?sort=rows", ["Gamma", "Beta", "Delta", "Alpha"]],
  ["?sort=newest", ["Gamma", "Delta", "Alpha", "Beta"]],
  ["?category=Finance", ["Delta", "Beta"]],
  ["?category=Finance&category=Science&sort=title", ["Alpha", "Beta", "Delta"]],
  ["?category=None", []],
  ["?search=quux&sort=title", ["Alpha", "Beta", "Gamma"]],
  ["?search=quux&sort=relevance&category=Science", ["Alpha"]],
  ["?search=quux&category=Marketing", ["Gamma"]],
])("%s", async (query, expected) => {
  expect(titles(await list(query))).toEqual(expected);
  // The same from cursor to cursor, one item at a time.
  const found: string[] = [];
  for (let next: string | undefined = `/api/assets${query}&limit=1`; next;) {
    const page: Answer = await ana.get(next);
    found.push(...titles(page));
    next = nextOf(page);
  }
  expect(found).toEqual(expected);
});

test("a filter is counted, and links go on with it", async () => {
  const first = await list("?category=Finance&sort=title&limit=1&total=true&page=1");
  expect([first.json.length, first.headers.get("x-total-count")]).toEqual([1, "2"]);
  expect(nextOf(first)).toContain("category=Finance&sort=title");
  expect((await ana.get("/api/assets?category=Finance&total=true&limit=1")).headers.get("x-total-count")).toBe("2");
});

describe("updated_since", () => {
  test("has what was edited or loaded since then", async () => {
    const now = (await ana.get(`/api/assets/${ids["Gamma quux"]}`)).json.updated_at;
    expect(titles(await list(`?updated_since=${encodeURIComponent(now)}`))).toEqual(["Gamma"]);
    const later = new Date(Date.parse(now) + 1).toISOString();
    expect(titles(await list(`?updated_since=${later}`))).toEqual([]);
    await ana.call("PATCH", `/api/assets/${ids["Delta"]}`, { body: { description: "Edited" } });
    expect(titles(await list(`?updated_since=${later}`))).toEqual(["Delta"]);
    const headers = { "content-type": "text/csv" };
    await ana.call("PUT", `/api/assets/${ids["Beta quux"]}/data`, { body: "n\n7\n", headers });
    expect(titles(await list(`?updated_since=${later}&sort=title&total=true`))).toEqual(["Beta", "Delta"]);
    expect(titles(await list(`?updated_since=${later}&search=quux&sort=title`))).toEqual(["Beta"]);
    expect(titles(await list("?updated_since=2020-01-01"))).toHaveLength(4);
    expect((await ana.get("/api/connectors?updated_since=2999-01-01")).json).toEqual([]);
  });
});

test.each([
  ["?sort=oldest", "sort must be relevance or newest or updated or title or users or rows."],
  ["?updated_since=yesterday", "updated_since is a date or a time in ISO 8601."],
  ["?category=", "category.0 must have at least 1 characters."],
  ["?sort=title&after=2025-01-01T00:00:00.000000Z~x&sort=rows", "The parameter sort is given twice."],
  ["?sort=rows&after=none~x", "after and before take a cursor from a Link header of this list."],
])("%s is refused", async (query, error) => {
  const { status, json } = await ana.get(`/api/assets${query}`);
  expect([status, json.error]).toEqual([400, error]);
});

describe("an answer that the client has", () => {
  test.each(["/api/assets?limit=2", "/api/connectors", "/api/assets/{id}", "/api/assets/{id}/data"])(
    "%s: 304",
    async (path) => {
      const at = path.replace("{id}", ids["Alpha quux"]!);
      const first = await ana.get(at);
      const etag = first.headers.get("etag")!;
      expect(first.headers.get("cache-control")).toBe("private, no-cache");
      expect(first.headers.get("vary")).toMatch(/Cookie, Authorization/);
      const again = await ana.call("GET", at, { headers: { "if-none-match": `"x", ${etag}` } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      expect(again.headers.get("link")).toBe(first.headers.get("link"));
      expect((await ana.call("GET", at, { headers: { "if-none-match": '"x"' } })).status).toBe(200);
    },
  );

  test("is another one after a change, and for another viewer", async () => {
    const at = `/api/assets/${ids["Alpha quux"]}`;
    const known = { "if-none-match": (await ana.get(at)).headers.get("etag")! };
    expect((await product.call("GET", at, { headers: known })).status).toBe(200);
    await ana.call("PATCH", at, { body: { description: "Another one" } });
    expect((await ana.call("GET", at, { headers: known })).status).toBe(200);
    const secret = await ana.get("/api/users/me");
    expect(secret.headers.get("cache-control")).toBe("no-store");
    expect(secret.headers.get("etag")).toBeNull();
  });
});

test("JSON is sent packed to clients that take it so", async () => {
  const packed = await ana.call("GET", "/api/assets", { headers: { "accept-encoding": "gzip" } });
  expect([packed.headers.get("content-encoding"), packed.json.length > 3]).toEqual(["gzip", true]);
  expect(packed.headers.get("vary")).toMatch(/Accept-Encoding/);
  const plain = await ana.call("GET", "/api/assets", { headers: { "accept-encoding": "identity" } });
  expect([plain.headers.get("content-encoding"), plain.json]).toEqual([null, packed.json]);
});
