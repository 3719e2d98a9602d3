import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runningEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { faultsOf, lastPosition } from "#testing/chaos/checks/faults-of.ts";
import { rowFaults } from "#testing/chaos/checks/row-faults.ts";
import { unsettled } from "#testing/chaos/checks/unsettled.ts";
import type { Journal } from "#testing/chaos/journal.ts";
import { randomFrom } from "#testing/chaos/random.ts";
import { work } from "#testing/chaos/work.ts";
import { makeWorld, upstreamServer } from "#testing/chaos/world.ts";
import { runTool, type ToolRun } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { buildOnce, type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import type { TestServer } from "#testing/servers/outbound-servers.ts";

/**
 * A backup that is made while people upload, append, run and remove, restored elsewhere: everything that was acknowledged
 * before it is there, whole, and what was under way goes on.
 */
const TURNS = 15;
/** Work goes on for so long between the moment of the backup and the copy of its files. */
const BETWEEN_MS = 4_000;

let upstream: TestServer;
beforeAll(async () => {
  await buildOnce();
  upstream = await upstreamServer(randomFrom(7));
}, 180_000);
afterAll(() => upstream?.close());

describe.each(["one's own database", "the embedded database"])("of %s", (kind) => {
  const isOwn = kind === "one's own database";
  let folder: string;
  let product: Product;
  let copy: Product;
  let pools: pg.Pool[];
  let databases: FreshDatabase[];
  let journal: Journal;
  let since: string;
  let made: Awaited<ReturnType<typeof makeWorld>>;
  let backup: ToolRun;
  let workedMeanwhile: number;

  beforeAll(async () => {
    [pools, databases] = [[], []];
    folder = await mkdtemp(path.join(os.tmpdir(), "tributary-drill-"));
    await chmod(folder, 0o711);
    const db = isOwn ? await fresh() : null;
    product = await startProduct({ built: true, upstreams: [upstream.port], ...(db ? { databaseUrl: db.url } : {}) });
    const pool = poolOn(db?.url ?? (await runningEmbeddedPostgres(product.dataDir))!);
    made = await makeWorld([product], upstream, 2);
    since = await lastPosition(pool);
    const back = () => Promise.resolve();
    const world = { ...made, back, answeredWithinMs: 60_000 };
    journal = await work({ ...world, goesOn: (turn: number) => turn < TURNS }, 0, randomFrom(1));
    expect(await unsettled(pool)).toEqual([]);
    // At the moment of the backup a version waits for its load, and loses its file to it before files are copied.
    const { json: appended } = await made.people[0]!.upload("n,word\n1,first\n");
    expect(await unsettled(pool)).toEqual([]);
    const loading = await pool.connect();
    await loading.query("BEGIN; LOCK TABLE registry.tables IN SHARE MODE");
    const append = made.people[0]!.post(`/api/assets/${appended.id}/rows`, [{ n: 2, word: "second" }]);
    const has = async (type: string) =>
      (await pool.query("SELECT FROM log.events WHERE stream = $1 AND type = $2", [`dataset-${appended.id}`, type]))
        .rowCount;
    await eventually(async () => (await has("DatasetVersionRequested")) === 1);
    // The backup waits here, with its snapshot taken, while others work.
    const held = await pool.connect();
    await held.query("BEGIN; LOCK TABLE search.empty_searches IN ACCESS EXCLUSIVE MODE");
    let isOver = false;
    const env = {
      DATA_DIR: product.dataDir,
      ...(db ? { DATABASE_URL: db.url, APP_SECRET: PRODUCT_SECRET } : { DATABASE_URL: "" }),
    };
    const running = runTool("backup/backup", [path.join(folder, "backup")], env).finally(() => (isOver = true));
    await eventually(async () => (await pool.query(WAITS)).rowCount === 1);
    await loading.query("COMMIT");
    loading.release();
    expect((await append).status).toBeLessThan(300);
    await eventually(async () => (await has("DatasetLoaded")) === 2);
    const before = await lastPosition(pool);
    const working = work({ ...world, goesOn: () => !isOver }, 1, randomFrom(2));
    await sleep(BETWEEN_MS);
    workedMeanwhile = Number(await lastPosition(pool)) - Number(before);
    await held.query("COMMIT");
    held.release();
    backup = await running;
    await working;
    await product.stop();
  }, 240_000);
  afterAll(async () => {
    for (const pool of pools) await pool.end().catch(() => undefined);
    await copy?.stop("SIGKILL");
    await product?.remove();
    for (const db of databases) await db.drop();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  async function fresh(): Promise<FreshDatabase> {
    const db = await testDatabase();
    databases.push(db);
    return db;
  }
  function poolOn(connectionString: string): pg.Pool {
    const pool = new pg.Pool({ connectionString });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => client.on("error", () => undefined));
    pools.push(pool);
    return pool;
  }

  test("it is whole, and was made while others worked", async () => {
    expect(backup).toMatchObject({ status: 0, faults: "" });
    expect(workedMeanwhile).toBeGreaterThan(5);
    expect(await runTool("backup/verify-backup", [path.join(folder, "backup")], {})).toMatchObject({
      status: 0,
      faults: "",
    });
  });

  test("restored elsewhere it starts quiet, and has what was acknowledged before", { timeout: 240_000 }, async () => {
    const dataDir = path.join(folder, "copy");
    const db = isOwn ? await fresh() : null;
    const env = {
      DATA_DIR: dataDir,
      ...(db ? { DATABASE_URL: db.url, APP_SECRET: PRODUCT_SECRET } : { DATABASE_URL: "" }),
    };
    expect(await runTool("backup/restore", [path.join(folder, "backup")], env)).toMatchObject({
      status: 0,
      faults: "",
    });
    const start = (more: Record<string, string> = {}) =>
      startProduct({
        built: true,
        dataDir,
        upstreams: [upstream.port],
        ...(db ? { databaseUrl: db.url } : {}),
        env: more,
      });
    copy = await start();
    expect((await copy.call("GET", "/readyz")).text).toContain("RUNS is off");
    const pool = poolOn(db?.url ?? (await runningEmbeddedPostgres(dataDir))!);
    expect(await forkOf(pool)).toEqual([{ fork: null }]);
    await copy.stop();
    await pool.end();

    copy = await start({ RUNS: "on" });
    const going = poolOn(db?.url ?? (await runningEmbeddedPostgres(dataDir))!);
    // What was under way at that moment is taken up and ends: its files are there.
    expect(await unsettled(going)).toEqual([]);
    expect((await going.query("SELECT FROM log.events WHERE type = 'DatasetLoadFailed'")).rowCount).toBe(0);
    const owner = { ...made.people[0]!, key: () => keyIn(copy, made.people[0]!) };
    expect(await rowFaults(copy, owner, journal)).toEqual([]);
    const secret = isOwn ? PRODUCT_SECRET : (await readFile(path.join(dataDir, "secret"), "utf8")).trim();
    const faults = await faultsOf(going, { dataDir, secret, since }, journal);
    // Others have worked too, also between the moment of the backup and the copy of its files.
    expect(faults.filter((fault) => !/acknowledged 0 times|^A file is not needed/.test(fault))).toEqual([]);
    await eventually(async () => {
      const { rows } = await going.query<{ signed: boolean }>(
        "SELECT c.size = (SELECT count(*) FROM log.events) AS signed FROM transparency.checkpoint c",
      );
      return rows[0]?.signed === true;
    });
    expect(await forkOf(going)).toEqual([{ fork: null }]);
    await copy.stop();
    expect(await runTool("verify-log", [], env)).toMatchObject({ status: 0, faults: "" });
    expect(existsSync(path.join(dataDir, "restored-copy"))).toBe(false);
  });
});

const WAITS =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tributary command line' AND wait_event_type = 'Lock'";

async function forkOf(pool: pg.Pool): Promise<readonly unknown[]> {
  return (await pool.query("SELECT fork FROM transparency.tree")).rows;
}

/** Signs in at the copy, and makes a key there. */
async function keyIn(
  copy: Product,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  const login = await copy.call("POST", "/api/users/login", { body: { email, password } });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const made = await fetch(`${copy.url}/api/dev/apikey`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ email }),
  });
  return ((await made.json()) as { api_key: string }).api_key;
}
