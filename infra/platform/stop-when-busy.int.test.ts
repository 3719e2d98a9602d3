import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { runningEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { eventually } from "#testing/eventually.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Neither a cancel nor a fast shutdown of Postgres ends this query; it takes minutes. */
const DEAF_QUERY = "SELECT repeat('a', 900000) LIKE '%' || repeat('a', 400000) || 'b%'";

let product: Product | undefined;
afterAll(() => product?.remove());

async function connected({ dataDir }: Product): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await runningEmbeddedPostgres(dataDir) });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

test("told to stop while every pool is busy and a query cannot be interrupted, it ends in 30 s with status 0, and starts again", async () => {
  product = await startProduct({ ownGroup: true });
  const ana = await product.person("Ana", 3);
  const uploaded = await ana.upload("a,b\n1,2\n", { title: "Kept" });
  expect(uploaded.status).toBe(201);
  const { id, stream_url: streamUrl } = uploaded.json;
  const deaf = await connected(product);
  void deaf.query(DEAF_QUERY).catch(() => undefined);
  const holder = await connected(product);
  await holder.query("BEGIN; LOCK TABLE registry.tables, log.events, model_catalogue.datasets");
  const waits = "SELECT FROM pg_locks WHERE NOT granted";
  const busy = (least: number) =>
    eventually(
      async () => ((await holder.query(waits)).rowCount ?? 0) >= least,
      20_000,
      `Fewer than ${least} queries waited`,
    );
  const askTwelveTimes = (...paths: readonly string[]): void => {
    for (const path of Array.from({ length: 12 }, () => paths).flat()) void ana.get(path).catch(() => undefined);
  };
  // Previews first: once the pool of pages is full, they do not get to their own.
  askTwelveTimes(`/api/assets/${id}/data`, streamUrl ?? `/api/assets/${id}`);
  await busy(3);
  askTwelveTimes("/", "/api/assets");
  for (let round = 0; round < 12; round += 1)
    void ana.upload("a,b\n3,4\n", { title: `Busy ${round}` }).catch(() => undefined);
  await busy(8);

  const started = Date.now();
  expect(await product.stop("SIGTERM"), product.output()).toBe(0);
  expect(Date.now() - started).toBeLessThan(30_000);
  expect(await runningEmbeddedPostgres(product.dataDir)).toBeUndefined();
  product = await startProduct({ dataDir: product.dataDir, port: product.port });
  expect((await ana.get(`/api/assets/${id}/data`)).json.rows).toEqual([{ a: 1, b: 2 }]);
}, 180_000);
