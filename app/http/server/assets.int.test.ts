import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { type RawAnswer, rawRequest } from "#testing/servers/raw-request.ts";

let db: InstalledDatabase;
let product: Product;
let script: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  script = /"(\/assets\/framework-[\w-]+\.js)"/.exec((await product.call("GET", "/")).text)?.[1] ?? "";
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> =>
  rawRequest(product.port, path, headers, method);

test("a script comes in the smallest form that the browser takes, and is kept for a year in each", async () => {
  const plain = await ask(script);
  const gzip = await ask(script, { "accept-encoding": "gzip" });
  const brotli = await ask(script, { "accept-encoding": "gzip, deflate, br" });
  expect([plain, gzip, brotli].map(({ headers }) => headers["content-encoding"])).toEqual([undefined, "gzip", "br"]);
  for (const { status, headers, body } of [plain, gzip, brotli]) {
    expect([status, headers["content-type"], headers["vary"], headers["cache-control"]]).toEqual([
      200,
      "application/javascript; charset=utf-8",
      "Accept-Encoding",
      "public, max-age=31536000, immutable",
    ]);
    expect(headers["content-length"]).toBe(String(body.length));
  }
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  expect(brotli.body.length).toBeLessThan(gzip.body.length);
  expect(gzip.body.length).toBeLessThan(plain.body.length / 2);
  expect(new Set([plain, gzip, brotli].map(({ headers }) => headers["etag"])).size).toBe(3);
});

test.each([
  ["none is refused", { "accept-encoding": "br;q=0, gzip;q=0" }],
  ["nothing is said", {}],
  ["only unknown ones are taken", { "accept-encoding": "zstd" }],
])("a script comes as it is when %s", async (_when, headers) => {
  expect((await ask(script, headers)).headers["content-encoding"]).toBeUndefined();
});

test("HEAD, a known ETag and a part of a file answer as for any file", async () => {
  const accepted = { "accept-encoding": "br" };
  const whole = await ask(script, accepted);
  const head = await ask(script, accepted, "HEAD");
  expect([head.status, head.headers["content-length"], head.headers["content-encoding"], head.body.length]).toEqual([
    200,
    String(whole.body.length),
    "br",
    0,
  ]);
  const known = await ask(script, { ...accepted, "if-none-match": String(whole.headers["etag"]) });
  expect([known.status, known.body.length, known.headers["vary"]]).toEqual([304, 0, "Accept-Encoding"]);
  const part = await ask(script, { ...accepted, range: "bytes=10-19" });
  expect([part.status, part.headers["content-encoding"], part.headers["content-length"]]).toEqual([
    206,
    undefined,
    "10",
  ]);
  expect(part.body).toEqual((await ask(script)).body.subarray(10, 20));
});

test("files that are no text, and names that no file has, are answered as before", async () => {
  const { text } = await product.call("GET", "/");
  const styles = /"(\/assets\/app-[\w-]+\.css)"/.exec(text)?.[1] ?? "";
  const font = /url\((\/assets\/[\w-]+\.woff2)\)/.exec((await product.call("GET", styles)).text)?.[1] ?? "";
  const found = await ask(font, { "accept-encoding": "br" });
  expect([found.status, found.headers["content-type"], found.headers["content-encoding"]]).toEqual([
    200,
    "font/woff2",
    undefined,
  ]);
  const icon = await ask("/favicon.svg", { "accept-encoding": "gzip" });
  expect([icon.status, icon.headers["cache-control"]]).toEqual([200, "public, max-age=3600"]);
  for (const name of [`${script}.br`, `${script}.gz`, "/assets/", "/assets/none.js"])
    expect([name, (await ask(name)).status]).toEqual([name, 404]);
});
