import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

const AT = "/schemas/connector.json";
let db: InstalledDatabase;
let product: Product;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

test("the language's JSON Schema is served to any page, under its own address", async () => {
  const { status, headers, text } = await product.call("GET", AT);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("application/schema+json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("public, max-age=3600");
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect((JSON.parse(text) as { $id: string }).$id).toMatch(/^http:\/\/.+\/schemas\/connector\.json$/);
});

test("a client that has it already gets no second copy", async () => {
  const etag = (await product.call("GET", AT)).headers.get("etag")!;
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const { status, text, headers } = await product.call("GET", AT, { headers: { "if-none-match": tag } });
    expect([tag, status, text, headers.get("etag")]).toEqual([tag, 304, "", etag]);
  }
  expect((await product.call("GET", AT, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  const head = await product.call("HEAD", AT);
  expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
});
