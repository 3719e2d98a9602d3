import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** The steps of docs/operations.md that replace APP_SECRET, and what lives through them. */
const NEW_SECRET = "another-secret-of-the-product-under-test-9876";
const CREDENTIAL = "credential-of-the-connection";
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product | undefined;
let sent: unknown[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    sent.push(request.headers.authorization);
    response.setHeader("content-type", "application/json").end('[{"id":1}]');
  });
});
afterAll(async () => {
  await product?.stop("SIGKILL");
  await rm(db.installation.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await upstream?.close();
  await db?.drop();
});

async function restart(APP_SECRET: string): Promise<Product> {
  await product?.stop();
  // On the same port: sessions are for one address.
  const port = product?.port ?? (await freePort());
  const options = { ...db.installation, port, upstreams: [upstream.port], env: { APP_SECRET } };
  return (product = await startProduct(options));
}

test("APP_SECRET is replaced in two steps: credentials, keys and names stay, sessions end with the old one", async () => {
  const before = await restart(PRODUCT_SECRET);
  const ana = await before.person("Ana", 3);
  const dsl = {
    protocol: "rest",
    auth: { type: "bearer", fields: [{ key: "token", required: true, private: true }] },
    operations: [{ id: "items", url: `http://127.0.0.1:${upstream.port}/items` }],
  };
  const connector = await ana.post("/api/connectors/upload", { title: "Items", is_public: true, dsl });
  const auth_data = { token: CREDENTIAL };
  const made = await ana.post("/api/connectors/activate", { connector_id: connector.json.id, auth_data });
  const key = await ana.key();
  const session = { headers: { cookie: ana.cookie, "sec-fetch-site": "same-origin" } };
  const bearer = { headers: { authorization: `Bearer ${key}` } };
  const uploaded = await ana.upload("id\n1\n", { title: "Ones" });
  const table = String(uploaded.json.table_name);

  const both = await restart(`${NEW_SECRET},${PRODUCT_SECRET}`);
  sent = [];
  const run = await both.call("POST", `/api/connectors/run/${made.json.id}`, { ...session, body: {} });
  expect([run.status, sent]).toEqual([200, [`Bearer ${CREDENTIAL}`]]);
  expect((await both.call("GET", `/d/${table}.csv`, bearer)).text).toBe("id\n1\n");

  const after = await restart(NEW_SECRET);
  expect((await after.call("GET", `/d/${table}.csv`, bearer)).text).toBe("id\n1\n");
  expect((await after.call("POST", `/api/connectors/run/${made.json.id}`, { ...session, body: {} })).status).toBe(401);
  const body = { email: "ana@example.org", password: "correct horse of the test" };
  const login = await after.call("POST", "/api/users/login", { body });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  sent = [];
  const again = { headers: { cookie, "sec-fetch-site": "same-origin" }, body: {} };
  expect((await after.call("POST", `/api/connectors/run/${made.json.id}`, again)).status).toBe(200);
  expect(sent).toEqual([`Bearer ${CREDENTIAL}`]);
}, 240_000);
