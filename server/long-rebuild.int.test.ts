import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { buildOnce, type Product, startProduct } from "#testing/product.ts";

/** An upgrade whose read models take longer to rebuild than any start waits. */
let db: FreshDatabase;
let products: Product[];
beforeAll(buildOnce, 120_000);
beforeEach(async () => {
  db = await testDatabase();
  products = [];
});
afterEach(async () => {
  for (const product of products) await product.remove();
  await db.drop();
});

async function start(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct({ built: true, databaseUrl: db.url, ...options });
  products.push(product);
  return product;
}

/** Makes a model look as an older version left it: its tables lack a column that today's queries and jobs read. */
async function age(model: string, column: string, table: string): Promise<void> {
  await db.pool.query(`ALTER TABLE model_${model}.${table} DROP COLUMN ${column}`);
  await db.pool.query("UPDATE models.checkpoints SET shape_hash = 'of an older version' WHERE model = $1", [model]);
}

/** Keeps a model from being rebuilt until it is let go. */
async function holdRebuild(model: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`tributary.rebuild.${model}`]);
  return () => client.end();
}

test(
  "the process comes up, serves what it can, and does jobs when the models are there",
  { timeout: 240_000 },
  async () => {
    const before = await start();
    const ana = await before.person("Ana", 3);
    expect((await ana.upload("a,b\n1,2\n", { title: "Kept" })).status).toBe(201);
    await before.stop();
    await age("catalogue", "pending", "datasets");
    const release = await holdRebuild("catalogue");
    // Ready: the tables of before answer what they can.
    const product = await start({ dataDir: before.dataDir });
    try {
      await sleep(6_000);
      expect(product.process.exitCode).toBeNull();
      expect((await product.call("GET", "/readyz")).text).toContain('"rebuilding"');
      const answer = await product.call("GET", "/api/assets?search=Kept");
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("The server is being upgraded")]);
      expect(product.output()).toContain("Runs, loads and mails begin when the read models are rebuilt");
      await release();
      await eventually(
        async () => (await product.call("GET", "/api/assets?search=Kept")).status === 200,
        60_000,
        "The model is not there",
      );
      expect((await product.call("GET", "/api/assets?search=Kept")).text).toContain("Kept");
      const bea = await product.person("Bea", 3);
      expect((await bea.upload("a,b\n3,4\n", { title: "Loaded afterwards" })).status).toBe(201);
    } finally {
      await release().catch(() => undefined);
    }
  },
);

test("the process comes up while no model has tables of today's shape", { timeout: 240_000 }, async () => {
  const before = await start();
  await before.stop();
  const { rows } = await db.pool.query<{ model: string }>("SELECT model FROM models.checkpoints ORDER BY model");
  await db.pool.query(`DO $$ DECLARE found record; BEGIN
    FOR found IN SELECT table_schema AS in_schema, table_name AS of_table, column_name AS it FROM information_schema.columns
      WHERE table_schema LIKE 'model\\_%' LOOP
      EXECUTE format('ALTER TABLE %I.%I RENAME COLUMN %I TO %I', found.in_schema, found.of_table, found.it, left(found.it, 50) || '_before');
    END LOOP; END $$`);
  await db.pool.query("UPDATE models.checkpoints SET shape_hash = 'of an older version'");
  const releases = await Promise.all(rows.map(({ model }) => holdRebuild(model)));
  try {
    const product = await start({ dataDir: before.dataDir });
    // Longer than the start waits for its sample.
    await sleep(17_000);
    expect([product.process.exitCode, product.output()]).toEqual([null, expect.stringContaining("runs at")]);
    expect((await product.call("GET", "/api/assets")).status).toBe(503);
    for (const release of releases) await release();
    await eventually(
      async () => (await product.call("GET", "/api/assets")).status === 200,
      60_000,
      "The models are not there",
    );
  } finally {
    for (const release of releases) await release().catch(() => undefined);
  }
});

test("a web process beside models of a newer version answers 503 with a sentence", { timeout: 240_000 }, async () => {
  const product = await start();
  await db.pool.query("ALTER TABLE model_catalogue.datasets RENAME COLUMN pending TO pending_since");
  expect((await product.call("GET", "/api/assets")).status).toBe(500);
  await db.pool.query("UPDATE models.checkpoints SET version = version + 1 WHERE model = 'catalogue'");
  const answer = await product.call("GET", "/api/assets");
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining("The server is being upgraded")]);
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  // What does not need the column goes on.
  expect((await product.call("GET", "/datastore")).status).toBe(200);
});
