import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let product: Product;
let elsewhere: TestServer;
let browser: TestBrowser;
let ana: Person;
let key: string;
let table: string;

beforeAll(async () => {
  db = await installedDatabase();
  elsewhere = await httpServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>A page of another origin</title>");
  });
  product = await startProduct(db.installation);
  browser = await testBrowser(product.url);
  ana = await product.person("Ana", 3);
  key = (await ana.post("/api/users/api-keys", { scopes: ["read", "write"] })).json.secret;
  table = (await ana.upload("river,km\nRhine,1233\n", { title: "Rivers" })).json.table_name;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await elsewhere?.close();
  await db?.drop();
});

test("a page of another origin reads and writes by key, and cannot use the cookie", async () => {
  const page = await browser.window();
  const { hostname } = new URL(product.url);
  const [name = "", value = ""] = ana.cookie.split("=");
  await page.context().addCookies([{ name, value, url: product.url }]);
  await page.goto(`http://${hostname}:${elsewhere.port}/`);
  const tried = await page.evaluate(
    async ({ base, secret, tableName }) => {
      const ask = async (target: string, init: RequestInit = {}) => {
        try {
          const response = await fetch(base + target, init);
          return { status: response.status, text: await response.text(), total: response.headers.get("x-total-count") };
        } catch {
          return "closed";
        }
      };
      const headers = { authorization: `Bearer ${secret}` };
      const json = { ...headers, "content-type": "application/json", "idempotency-key": "page-1" };
      return {
        stream: await ask(`/api/stream/data?table=${tableName}&api_key=${secret}`),
        short: await ask(`/d/${tableName}.csv`, { headers }),
        list: await ask("/api/assets?total=true", { headers }),
        write: await ask("/api/connectors/draft", { method: "POST", headers: json, body: "{}" }),
        wrong: await ask("/api/assets", { headers: { authorization: "Bearer trib_x" } }),
        cookie: await ask("/api/users/me", { credentials: "include" }),
        nobody: await ask("/api/assets"),
        cookieWrite: await ask("/api/users/api-keys", {
          method: "POST",
          credentials: "include",
          headers: { "content-type": "application/json" },
          body: "{}",
        }),
        both: await ask("/api/assets", { credentials: "include", headers }),
      };
    },
    { base: product.url, secret: key, tableName: table },
  );
  expect(tried).toMatchObject({
    stream: { status: 200, text: expect.stringContaining('{"river":"Rhine","km":1233}') },
    short: { status: 200, text: "river,km\nRhine,1233\n" },
    list: { status: 200, total: expect.stringMatching(/^[1-9]/) },
    write: { status: 201 },
    wrong: { status: 401 },
    cookie: "closed",
    nobody: "closed",
    cookieWrite: "closed",
    both: "closed",
  });
  expect((await ana.get("/api/users/api-keys")).json).toHaveLength(1);
});

test("a browser is told what it may send and read, only where a token is sent", async () => {
  const preflight = (target: string, wanted: string) =>
    fetch(product.url + target, {
      method: "OPTIONS",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": wanted,
      },
    });
  const asked = await preflight("/api/assets/x", "content-type, authorization");
  expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(asked.headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
  expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
  const closed = await preflight("/api/assets/x", "content-type");
  expect([closed.status, closed.headers.get("access-control-allow-origin")]).toEqual([204, null]);
  expect((await preflight(`/d/${table}.csv`, "range")).headers.get("access-control-allow-origin")).toBe("*");
  expect((await product.call("GET", "/api/assets")).headers.get("access-control-allow-origin")).toBeNull();
  const read = await product.call("GET", "/api/assets", { headers: { authorization: `Bearer ${key}` } });
  expect(read.headers.get("access-control-expose-headers")).toContain("X-Total-Count");
  expect((await product.call("GET", "/datastore")).headers.get("access-control-allow-origin")).toBeNull();
});
