import { cp, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { eventually } from "./eventually.ts";
import { type FreshDatabase, freshDatabase } from "./postgres/fresh-database.ts";
import { startProduct } from "./product.ts";

const TEMPLATE = "installed";
const STARTER_DATASETS = 2;

/** A database of an installation, and what `startProduct` needs to start on it. */
export type InstalledDatabase = FreshDatabase & {
  readonly installation: { readonly databaseUrl: string; readonly dataDir: string };
};

/**
 * The database and data folder of an installation whose first start is done, with the starter catalogue and no user, for
 * one `*.int.test.ts` file: migrations and first start take as long as the rest of a start. A test that needs an empty
 * log takes `testDatabase()`. `product.remove()` removes the data folder.
 */
export async function installedDatabase(): Promise<InstalledDatabase> {
  await makeTemplateOnce();
  const db = await freshDatabase(inject("clusterUrl"), TEMPLATE);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-product-"));
  await cp(templateFolder(), dataDir, { recursive: true });
  return { ...db, installation: { databaseUrl: db.url, dataDir } };
}

function templateFolder(): string {
  return path.join(inject("runFolder"), TEMPLATE);
}

/** Of several test files that run in parallel one makes it, and the others wait. */
async function makeTemplateOnce(): Promise<void> {
  const client = new pg.Client({ connectionString: inject("clusterUrl") });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(4712)");
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [TEMPLATE]);
    if (rowCount === 1) return;
    const db = await freshDatabase(inject("clusterUrl"));
    await install(db);
    await db.pool.end();
    const name = new URL(db.url).pathname.slice(1);
    await untilUnused(client, name);
    await client.query(`ALTER DATABASE ${name} RENAME TO ${TEMPLATE}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts the product once and ends it in order, which also leaves the compiled sources on disk for all products after
 * it: those that tests kill leave none.
 */
async function install({ url, pool }: FreshDatabase): Promise<void> {
  // A configured admin: the installation makes none of its own.
  const env = { ADMIN_EMAILS: "admin@example.org" };
  const product = await startProduct({ databaseUrl: url, dataDir: templateFolder(), env });
  await eventually(async () => (await product.call("GET", "/api/assets")).json.length === STARTER_DATASETS);
  await eventually(async () => {
    const waiting = "SELECT FROM agenda_jobs WHERE type <> 'single' AND next_run_at IS NOT NULL";
    return (await pool.query(waiting)).rowCount === 0;
  });
  await product.stop();
  // The jobs that recur, with the time of their next run. Each start adds those that are not there.
  await pool.query("DELETE FROM agenda_jobs");
}

/** A database is copied or renamed only while nobody is connected to it. */
async function untilUnused(client: pg.Client, name: string): Promise<void> {
  const others = "SELECT FROM pg_stat_activity WHERE datname = $1";
  await eventually(async () => (await client.query(others, [name])).rowCount === 0);
}
