import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { flashCookie, themeCookie } from "../../cookies.server.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { type RawAnswer, rawRequest } from "#testing/servers/raw-request.ts";

let db: InstalledDatabase;
let product: Product;
/** A second process with pages on the same database. */
let other: Product;
let author: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  other = await startProduct({ ...db.installation, env: { ROLE: "web" } });
  author = await product.person("Author", 3);
});
afterAll(async () => {
  await other?.stop();
  await product?.remove();
  await db?.drop();
});

const ask = (
  path: string,
  headers: Record<string, string> = {},
  { method = "GET", of = product } = {},
): Promise<RawAnswer> => rawRequest(of.port, path, headers, method);

/** Pages are kept by the minute: what compares two answers is done again if the minute changed. */
async function withinAMinute(compare: () => Promise<void>): Promise<void> {
  const minute = () => Math.floor(Date.now() / 60_000);
  for (;;) {
    const begun = minute();
    try {
      return await compare();
    } catch (error) {
      if (minute() === begun) throw error;
    }
  }
}

const nonceOf = ({ headers }: RawAnswer) =>
  /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1] ?? "";
const withoutNonce = (seen: RawAnswer, body = seen.body) => body.toString().replaceAll(nonceOf(seen), "");

test("a page shows each command that was answered before, on every process", { timeout: 60_000 }, async () => {
  for (let round = 0; round < 8; round += 1) {
    const title = `Rainfall ${round}`;
    await Promise.all([ask("/datastore"), ask("/datastore", {}, { of: other })]);
    const { status, json } = await author.upload("a\n1\n", { title });
    expect(status).toBe(201);
    for (const of of [product, other]) expect((await ask("/datastore", {}, { of })).body.toString()).toContain(title);
    expect((await author.call("PATCH", `/api/assets/${json.id}`, { body: { is_public: false } })).status).toBe(200);
    for (const of of [product, other])
      expect((await ask("/datastore", {}, { of })).body.toString()).not.toContain(title);
  }
});

test("a browser that has the page gets 304 until something changes, and keeps the policy of its copy", async () => {
  await withinAMinute(async () => {
    const first = await ask("/datastore");
    const etag = String(first.headers["etag"]);
    expect([first.status, first.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    const known = { "if-none-match": etag };
    for (const of of [product, other]) {
      const again = await ask("/datastore", known, { of });
      expect([again.status, again.body.length, again.headers["etag"]]).toEqual([304, 0, etag]);
      expect(again.headers["content-security-policy"]).toBeUndefined();
    }
    await author.upload("a\n1\n", { title: "Snow" });
    const changed = await ask("/datastore", known);
    expect([changed.status, changed.headers["etag"] === etag]).toEqual([200, false]);
  });
});

test("each answer has a nonce of its own, plain, compressed and for HEAD", async () => {
  await withinAMinute(async () => {
    const rendered = await ask("/about?n=1");
    const kept = await ask("/about?n=1");
    const gzipped = await ask("/about?n=1", { "accept-encoding": "gzip, br" });
    const head = await ask("/about?n=1", {}, { method: "HEAD" });
    expect(new Set([rendered, kept, gzipped, head].map(nonceOf)).size).toBe(4);
    const text = gunzipSync(gzipped.body);
    for (const [seen, body] of [
      [rendered, rendered.body],
      [kept, kept.body],
      [gzipped, text],
    ] as const) {
      const nonces = [...body.toString().matchAll(/ nonce="([^"]*)"/g)].map((found) => found[1]);
      expect(nonces.length).toBeGreaterThan(1);
      expect(new Set(nonces)).toEqual(new Set([nonceOf(seen)]));
      expect(withoutNonce(seen, body)).toBe(withoutNonce(rendered));
      expect(seen.headers["etag"]).toBe(rendered.headers["etag"]);
      expect(seen.headers["vary"]).toBe("Accept-Encoding, Cookie");
    }
    expect(gzipped.body.length).toBeLessThan(text.length / 2);
    expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(kept.body.length)]);
  });
});

test("what belongs to one person is rendered for that person", async () => {
  await ask("/datastore");
  const flash = (await flashCookie({ kind: "success", text: "Only for you" })).split(";")[0] ?? "";
  const told = await ask("/datastore", { cookie: flash });
  expect([told.body.toString().includes("Only for you"), told.headers["etag"]]).toEqual([true, undefined]);
  expect((await ask("/datastore")).body.toString()).not.toContain("Only for you");

  const own = await ask("/datastore", { cookie: author.cookie });
  expect([own.headers["cache-control"], own.headers["etag"]]).toEqual(["no-store", undefined]);
  expect(own.body.toString()).toContain("Account menu of Author");
  expect((await ask("/datastore")).body.toString()).not.toContain("Account menu");

  const ended = await ask("/datastore", { cookie: "token=of-an-ended-session" });
  expect([ended.headers["etag"], String(ended.headers["set-cookie"]).startsWith("token=;")]).toEqual([undefined, true]);
});

test("each colour scheme and each search has a page of its own", async () => {
  await withinAMinute(async () => {
    const dark = { cookie: (await themeCookie("dark")).split(";")[0] ?? "" };
    const pages = [await ask("/datastore"), await ask("/datastore", dark), await ask("/datastore?q=snow")];
    expect(new Set(pages.map(({ headers }) => headers["etag"])).size).toBe(3);
    expect(pages.map(({ body }) => body.toString().includes('data-theme="dark"'))).toEqual([false, true, false]);
    expect((await ask("/datastore?q=snow")).body.toString()).toContain('value="snow"');
  });
});

test("nothing of the first visitor's request but its address and colour scheme is in the page that is kept", async () => {
  const said = "evil.example";
  const others: Record<string, string>[] = [
    { host: said },
    { "x-forwarded-host": said, "x-forwarded-proto": said, "x-forwarded-for": said, forwarded: `host=${said}` },
    { origin: `https://${said}`, referer: `https://${said}/`, "sec-fetch-site": "cross-site", "sec-fetch-dest": said },
    { "user-agent": said, accept: `application/${said}`, "accept-language": said, "x-remix-request": said },
    { range: "bytes=0-9", "if-range": `"${said}"`, "if-none-match": `"${said}"` },
    { cookie: `other=${said}; theme=${said}` },
  ];
  await withinAMinute(async () => {
    const plain = await ask("/about?first=none");
    const page = withoutNonce(plain).replaceAll("first=none", "");
    for (const [at, headers] of others.entries()) {
      const first = await ask(`/about?first=${at}`, headers);
      const second = await ask(`/about?first=${at}`);
      expect([first.status, first.headers["etag"]]).toEqual([200, second.headers["etag"]]);
      expect(first.headers["etag"]).toMatch(/^W\//);
      for (const seen of [first, second]) expect(withoutNonce(seen).replaceAll(`first=${at}`, "")).toBe(page);
      expect(page).not.toContain(said);
    }
  });
});

test.each([
  ["HEAD first", "/about?by=head", "/about?by=head"],
  ["a fragment", "/about?by=fragment#a", "/about?by=fragment"],
])("a page is the same for who asks differently: %s", async (_how, path, other) => {
  await ask(path, {}, { method: "HEAD" });
  const { body, status } = await ask(other);
  expect([status, body.toString().includes("</html>")]).toEqual([200, true]);
});

test.each([
  ["//about", 404],
  ["/about/", 200],
  ["/%61bout", 200],
  ["/About", 200],
  ["/about.data", 200],
  ["/about?token=x", 200],
  ["/about?api_key=", 200],
])("%s is another spelling: it answers %i and is neither kept nor stored", async (path, status) => {
  const seen = await ask(path);
  expect([seen.status, seen.headers["etag"], seen.headers["cache-control"]]).toEqual([status, undefined, "no-store"]);
});

test.each(["/blog/none", "/nowhere", "/outbox", `/datastore?q=${"x".repeat(600)}`])("%s is not kept", async (path) => {
  expect((await ask(path)).headers["etag"]).toBeUndefined();
});

test("the metrics say how often a page was kept, and what the kept pages take", async () => {
  const figures = async () => {
    const { body } = await ask("/metrics");
    const figure = (name: string) =>
      Number(new RegExp(`^tributary_page_cache_${name} (\\d+)$`, "m").exec(body.toString())?.[1]);
    return {
      hits: figure("hits_total"),
      misses: figure("misses_total"),
      bytes: figure("bytes"),
      pages: figure("pages"),
    };
  };
  await withinAMinute(async () => {
    const before = await figures();
    const path = `/about?metrics=${before.misses}`;
    for (let time = 0; time < 3; time += 1) await ask(path);
    const after = await figures();
    expect([after.hits - before.hits, after.misses - before.misses]).toEqual([2, 1]);
    expect(after.pages).toBeGreaterThan(0);
    expect(after.bytes).toBeGreaterThan(1_000);
  });
});

test.each([
  ["by the user's own click", { "sec-fetch-site": "same-origin" }, "gzip"],
  ["by an address that the user entered", { "sec-fetch-site": "none" }, "gzip"],
  ["from another site", { "sec-fetch-site": "cross-site" }, undefined],
  ["from another host of the same site", { "sec-fetch-site": "same-site" }, undefined],
  ["without saying from where", {}, undefined],
])("a user's page that is asked for %s", async (_how, headers, encoding) => {
  const seen = await ask("/manage", { cookie: author.cookie, "accept-encoding": "gzip", ...headers });
  expect([seen.status, seen.headers["content-encoding"], seen.headers["vary"]]).toEqual([
    200,
    encoding,
    "Accept-Encoding",
  ]);
  const text = encoding ? gunzipSync(seen.body) : seen.body;
  expect(text.toString()).toContain("Account menu of Author");
});

test("the data of a page for its scripts is compressed by the same rule", async () => {
  const asked = { cookie: author.cookie, "accept-encoding": "gzip" };
  const own = await ask("/datastore.data", { ...asked, "sec-fetch-site": "same-origin" });
  expect([own.status, own.headers["content-encoding"]]).toEqual([200, "gzip"]);
  expect((await ask("/datastore.data", asked)).headers["content-encoding"]).toBeUndefined();
});
