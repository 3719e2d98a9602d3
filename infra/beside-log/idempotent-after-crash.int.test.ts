import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { eventually } from "#testing/eventually.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: FreshDatabase;
let product: Product;

beforeAll(async () => {
  db = await testDatabase();
  product = await startProduct({ databaseUrl: db.url });
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

/** The lock that every append takes: while a test holds it, a request stops midway. */
const APPENDS = "8242630071";

test(
  "a retry with the key of a request whose process was killed is answered within seconds, and has one effect",
  { timeout: 120_000 },
  async () => {
    const ada = await product.person("Ada");
    const request = { body: { title: "Weather", dsl: "{}" }, headers: { "Idempotency-Key": "one" } };
    const client = await db.pool.connect();
    await client.query(`select pg_advisory_lock(${APPENDS})`);
    const cut = ada.call("POST", "/api/connectors/draft", request).then(
      () => "answered",
      () => "cut",
    );
    await eventually(
      async () => (await db.pool.query("select from requests.answers where status is null")).rowCount === 1,
    );
    await product.stop("SIGKILL");
    expect(await cut).toBe("cut");
    await client.query(`select pg_advisory_unlock(${APPENDS})`);
    client.release();
    const { port, dataDir } = product;
    product = await startProduct({ databaseUrl: db.url, port, dataDir });
    // The claim may be very recent: a living process renews its claim every few seconds.
    await db.pool.query("update requests.answers set claimed_at = now() where status is null");
    const begun = Date.now();
    const [retry, twin] = await Promise.all([
      ada.call("POST", "/api/connectors/draft", request),
      ada.call("POST", "/api/connectors/draft", request),
    ]);
    expect(Date.now() - begun).toBeLessThan(25_000);
    expect(retry.status).toBe(201);
    expect([twin.status, twin.json]).toEqual([retry.status, retry.json]);
    const { rows } = await db.pool.query("select data->>'draftId' as id from log.events where type = 'DraftCreated'");
    expect(rows).toEqual([{ id: retry.json.connector.id }]);
  },
);
