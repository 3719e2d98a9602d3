import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runTool } from "#testing/command/run-tool.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { ALL_MIGRATIONS } from "../cli/backup/open-places.ts";
import { migrate, RESTORE_UNFINISHED } from "../postgres/migrations.ts";
import { refuseOtherDatabase } from "../data-folder/installation-mark.ts";
import { Secret } from "#domain/core/text/secret.ts";

/** An installation moves from its own Postgres to an embedded one, and on to another, with everything in it. */
let original: InstalledDatabase;
let next: FreshDatabase;
let folder: string;
let dataDir: string;
const products: Product[] = [];
beforeAll(async () => {
  original = await installedDatabase();
  ({ dataDir } = original.installation);
  await chmod(dataDir, 0o711);
});
afterAll(async () => {
  await original.drop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  next = await testDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-move-"));
});
afterEach(async () => {
  for (const product of products.splice(0)) await product.stop("SIGKILL");
  await next.drop();
  await rm(folder, { recursive: true, force: true });
});

const own = (url = original.url) => ({ DATABASE_URL: url, DATA_DIR: dataDir, APP_SECRET: PRODUCT_SECRET });
const embedded = () => ({ DATABASE_URL: "", DATA_DIR: dataDir, APP_SECRET: PRODUCT_SECRET });

async function titles(env: Record<string, string>): Promise<readonly string[]> {
  const { DATABASE_URL, ...more } = env;
  const product = await startProduct({ dataDir, ...(DATABASE_URL ? { databaseUrl: DATABASE_URL } : {}), env: more });
  products.push(product);
  const { json } = await product.call("GET", "/api/assets");
  await product.stop();
  return (json as { title: string }[]).map(({ title }) => title).sort();
}

const refusal = (databaseUrl?: string) =>
  refuseOtherDatabase({
    dataDir,
    databaseUrl: databaseUrl ? new Secret(databaseUrl) : undefined,
    filesUrl: undefined,
    smtpUrl: undefined,
  }).then(
    () => null,
    (error: Error) => error.message,
  );

test("to an embedded database and on to another one", { timeout: 240_000 }, async () => {
  const before = await titles(own());
  expect(before.length).toBe(2);
  expect(await runTool("backup/move", ["embedded"], own())).toMatchObject({
    status: 0,
    faults: "",
    out: expect.stringMatching(/^\d+ events and \d+ tables are in the embedded database\.\nUnset DATABASE_URL/),
  });
  expect(await refusal(original.url)).toContain("npm run move");
  expect(await titles(embedded())).toEqual(before);

  expect(await runTool("backup/move", [next.url], embedded())).toMatchObject({
    status: 0,
    faults: "",
    out: expect.stringContaining("Set DATABASE_URL to its address"),
  });
  expect(await refusal()).toContain("DATABASE_URL is missing");
  expect(await titles(own(next.url))).toEqual(before);
  expect(await runTool("backup/move", ["embedded"], own(next.url))).toMatchObject({
    status: 1,
    faults: expect.stringContaining("has the database from before the move away"),
  });
  // As it was before the tests.
  await rename(path.join(dataDir, "postgres"), path.join(folder, "postgres"));
});

test(
  "one that was killed just before its end is finished or begun anew by the same command",
  { timeout: 240_000 },
  async () => {
    expect(await runTool("backup/move", ["embedded"], own())).toMatchObject({ status: 0 });
    // The new cluster had its name, and was not yet the one of the folder.
    await mkdir(path.join(dataDir, "embedded.unfinished"));
    await rename(
      path.join(dataDir, "postgres-location"),
      path.join(dataDir, "embedded.unfinished", "postgres-location"),
    );
    expect(await refusal()).toContain("DATABASE_URL is missing");
    expect(await runTool("backup/move", ["embedded"], own())).toMatchObject({ status: 0, faults: "" });
    const before = await titles(embedded());
    expect(before.length).toBe(2);

    expect(await runTool("backup/move", [next.url], embedded())).toMatchObject({ status: 0 });
    // The folder had left its cluster, and the new database was not yet released.
    await migrate(next.pool, [RESTORE_UNFINISHED, ...ALL_MIGRATIONS]);
    await expect(migrate(next.pool, ALL_MIGRATIONS)).rejects.toThrow("The database is not whole");
    const other = await testDatabase();
    try {
      expect(await runTool("backup/move", [other.url], embedded())).toMatchObject({
        status: 1,
        faults: expect.stringContaining("has no embedded database"),
      });
    } finally {
      await other.drop();
    }
    expect(await runTool("backup/move", [next.url], embedded())).toMatchObject({
      status: 0,
      faults: "",
      out: expect.stringContaining("had everything already"),
    });
    expect(await titles(own(next.url))).toEqual(before);
    await rename(path.join(dataDir, "postgres"), path.join(folder, "postgres"));
  },
);

test("one that fails leaves the old one as it was, and nothing in the new one", { timeout: 240_000 }, async () => {
  expect(await runTool("backup/move", [], own())).toMatchObject({ status: 2 });
  expect(await runTool("backup/move", [next.url], own())).toMatchObject({
    status: 1,
    faults: expect.stringContaining("unset it"),
  });
  expect(await runTool("backup/move", ["embedded"], own())).toMatchObject({ status: 0 });
  await writeFile(path.join(dataDir, "moving"), "in the way", { flag: "wx" }).catch(() => undefined);
  await next.pool.query("CREATE TABLE mine (id int)");
  expect(await runTool("backup/move", [next.url], embedded())).toMatchObject({
    status: 1,
    faults: "The database is not empty: it has public.mine. Choose an empty one.\n",
  });
  await next.pool.query("DROP TABLE mine");
  // The new database breaks off in the middle.
  await next.pool.query(`CREATE FUNCTION stop() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity LIKE 'data.t\\_%') THEN RAISE EXCEPTION 'no more'; END IF; END $$;
    CREATE EVENT TRIGGER stop ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION stop()`);
  expect(await runTool("backup/move", [next.url], embedded())).toMatchObject({ status: 1 });
  const { rows } = await next.pool.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname IN ('log', 'data')",
  );
  expect(rows).toEqual([]);
  expect(await readdir(dataDir)).not.toContain("moving");
  expect(await refusal()).toBeNull();
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    // While the server runs nothing is moved.
    expect(await runTool("backup/move", [next.url], embedded())).toMatchObject({
      status: 1,
      faults: expect.stringContaining("Another server uses the data"),
    });
  } finally {
    await server.stop();
  }
});
