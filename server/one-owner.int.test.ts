import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { hasNamespaces, inNamespaces } from "#testing/containers/namespaces.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { buildOnce, type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { freePort } from "#testing/servers/free-port.ts";

/**
 * A data folder and a database belong together, and a folder with an embedded database has one owner. Each case that
 * follows ended in an empty product, or in a destroyed database.
 */
let db: FreshDatabase;
let folder: string;
let products: Product[];
beforeAll(buildOnce, 120_000);
beforeEach(async () => {
  db = await testDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-owner-"));
  products = [];
});
afterEach(async () => {
  for (const product of products) await product.remove();
  await db.drop();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(options: Parameters<typeof startProduct>[0] = {}): Promise<Product> {
  const product = await startProduct({ built: true, ...options });
  products.push(product);
  return product;
}

/** What a start says that must fail, and how it ends. */
async function refused(env: Readonly<Record<string, string>>, within?: readonly string[]): Promise<string> {
  const server = startServerProcess(
    { PORT: String(await freePort()), APP_SECRET: PRODUCT_SECRET, START_TIMEOUT_SECONDS: "1", ...env },
    { within },
  );
  const [status] = (await once(server.process, "close")) as [number | null];
  const [first, sentence, ...more] = server.errors().trimEnd().split("\n");
  expect([status, first, more]).toEqual([1, "Tributary cannot start.", []]);
  return sentence as string;
}

const tablesOf = async ({ pool }: FreshDatabase) =>
  (await pool.query<{ count: number }>("SELECT count(*)::int FROM pg_tables WHERE schemaname !~ '^(pg_|information_)'"))
    .rows[0]?.count;

test("an embedded folder is refused with another database, which stays empty", { timeout: 180_000 }, async () => {
  const product = await start();
  const ana = await product.person("Ana", 3);
  expect((await ana.upload("a,b\n1,2\n", { title: "Kept" })).status).toBe(201);
  await product.stop();
  const uploads = await readdir(path.join(product.dataDir, "uploads"));
  expect(await refused({ DATA_DIR: product.dataDir, DATABASE_URL: db.url })).toMatch(
    /^DATABASE_URL: the data in .* belongs to its embedded database, .*To go on with it, unset DATABASE_URL\./,
  );
  expect(await tablesOf(db)).toBe(0);
  expect(await readdir(path.join(product.dataDir, "uploads"))).toEqual(uploads);
  const again = await start({ dataDir: product.dataDir });
  expect((await again.call("GET", "/api/assets?search=Kept")).text).toContain("Kept");
});

test(
  "the folder of a database elsewhere is refused without it and with an empty one",
  { timeout: 180_000 },
  async () => {
    const product = await start({ databaseUrl: db.url });
    await product.stop();
    const { dataDir } = product;
    expect(await refused({ DATA_DIR: dataDir })).toMatch(
      /^DATABASE_URL is missing: the data in .* belongs to a database elsewhere\./,
    );
    expect(existsSync(path.join(dataDir, "postgres"))).toBe(false);
    const empty = await testDatabase();
    try {
      expect(await refused({ DATA_DIR: dataDir, DATABASE_URL: empty.url })).toMatch(
        /^The database is empty, but .* belongs to an installation\./,
      );
      expect(await tablesOf(empty)).toBe(0);
    } finally {
      await empty.drop();
    }
    await start({ databaseUrl: db.url, dataDir });
  },
);

test("files of an installation without a mark of its database are refused", async () => {
  await mkdir(path.join(folder, "uploads", "a-dataset"), { recursive: true });
  await writeFile(path.join(folder, "uploads", "a-dataset", "original"), "a\n1\n");
  expect(await refused({ DATA_DIR: folder })).toMatch(
    /^DATA_DIR: the folder .* has files of an installation \(uploads\), but no database\./,
  );
  expect(existsSync(path.join(folder, "postgres"))).toBe(false);
});

test.runIf(hasNamespaces)(
  "a second container on the folder of the first is refused, and the first goes on",
  { timeout: 180_000 },
  async () => {
    const first = await start();
    const ana = await first.person("Ana", 3);
    const sentence = await refused({ DATA_DIR: first.dataDir }, inNamespaces);
    expect(sentence).toMatch(/^Another server uses the data in .* \(process \d+ on .*, since 20.*\)\. Stop it first/);
    expect((await ana.upload("a,b\n1,2\n", { title: "Kept" })).status).toBe(201);
    expect(await first.stop("SIGKILL")).toBe("SIGKILL");
    const second = await start({ dataDir: first.dataDir, within: inNamespaces });
    expect((await second.call("GET", "/api/assets?search=Kept")).text).toContain("Kept");
    expect(await refused({ DATA_DIR: first.dataDir })).toMatch(/^Another server uses the data in /);
  },
);
