import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allProjections } from "#projections/all.ts";
import { archiveLog } from "#infra/event-store/archive/archive-log.ts";
import { folderStore } from "#infra/files/folder-store.ts";
import { allMigrations } from "#infra/platform/schema.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { archivePorts } from "#testing/archive/dated-log.ts";
import { runTool } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import { compareRebuild } from "#testing/follower/compare-rebuild.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { portsOver } from "#testing/use-case-ports.ts";

/** Runs are archived beside the running product, which shows, proves, rebuilds and restores what it did before. */
const RUNS = 6;
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ben: Person;
let admin: Person;
let connection: string;

beforeAll(async () => {
  db = await installedDatabase();
  let asked = 0;
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(`[{"id":1,"level":${++asked}}]`);
  });
  product = await startProduct({
    ...db.installation,
    upstreams: [api.port],
    env: { ADMIN_EMAILS: "chief@example.org" },
  });
  [ben, admin] = await Promise.all([product.person("Ben", 3), product.person("Chief")]);
  const dsl = {
    protocol: "rest",
    operations: [{ id: "rows", name: "Levels", method: "GET", url: `http://127.0.0.1:${api.port}/`, records: "$" }],
  };
  const { json: made } = await ben.post("/api/connectors/upload", { title: "Levels", is_public: true, dsl });
  const { json: activated } = await ben.post("/api/connectors/activate", { connector_id: made.id });
  connection = activated.id;
  for (let run = 0; run < RUNS; run += 1) await runOnce();
  await settled();
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const runOnce = async (): Promise<void> => {
  const { status, text } = await ben.post(`/api/connectors/run/${connection}`, { override: true });
  if (status >= 300) throw new Error(`${status} ${text}`);
};
/** The models and the signed tree have all events. */
async function settled(): Promise<void> {
  await eventually(async () => {
    const { rows } = await db.pool.query<{ behind: number }>(
      `SELECT (SELECT count(*) FROM models.checkpoints WHERE position::bigint <> (SELECT max(position) FROM log.events))
         + (SELECT (SELECT max(position) FROM log.events) - size FROM transparency.checkpoint) AS behind`,
    );
    return Number(rows[0]?.behind ?? 1) === 0;
  }, 60_000);
}
const env = (more: Record<string, string> = {}) => ({
  ...{
    DATABASE_URL: db.url,
    DATA_DIR: db.installation.dataDir,
    APP_SECRET: PRODUCT_SECRET,
    APP_URL: product.url,
    ...more,
  },
});

async function archiveAll() {
  const ports = archivePorts(db.pool, folderStore(path.join(db.installation.dataDir, "archive")));
  const done = await archiveLog(
    { ...ports, migrations: allMigrations(modelMigrations) },
    { before: "2999-01", check: false },
  );
  await ports.store.close();
  return done;
}

/** What people and auditors see of the connection: its timeline, its state as of each event, its runs and their proofs. */
async function seen() {
  const { json: events } = await admin.get(`/api/history/instance/${connection}?limit=100`);
  const states = await Promise.all(
    (events as { at: string }[]).map(
      async ({ at }) => (await admin.get(`/api/history/instance/${connection}/state?as_of=${at}`)).json.state,
    ),
  );
  const pages = await Promise.all(
    Array.from({ length: RUNS }, async (_, n) => {
      const { status, text } = await ben.get(`/api/history/run-${connection}-${n + 1}/0/proof`);
      return { status, entry: text.split("\n").slice(0, 3) };
    }),
  );
  const { text: entries } = await admin.get("/log/tile/entries/000.p/20");
  return { events, states, pages, entries };
}

test("beside the running product runs leave the database, and everybody sees what they saw", async () => {
  const before = await seen();
  expect(before.events.length).toBeGreaterThan(2);
  expect(before.pages.map(({ status }) => status)).toEqual(Array.from({ length: RUNS }, () => 200));
  expect(before.entries.length).toBeGreaterThan(1_000);
  const done = await archiveAll();
  expect(done).toMatchObject({ ok: true, months: [{ streams: RUNS - 1 }] });
  const { rows } = await db.pool.query<{ stream: string }>(
    "SELECT DISTINCT stream FROM log.events WHERE stream LIKE 'run-%'",
  );
  expect(rows).toEqual([{ stream: `run-${connection}-${RUNS}` }]);
  await settled();
  expect(await seen()).toEqual(before);
  await runOnce();
  await settled();
  expect(await runTool("verify-log", [], env())).toMatchObject({ status: 0, faults: "" });
});

test("models that are rebuilt are those of before", async () => {
  const { store, log } = await portsOver(db.pool, PRODUCT_SECRET);
  await store.close();
  const ports = archivePorts(db.pool, folderStore(path.join(db.installation.dataDir, "archive")));
  expect(await compareRebuild(allProjections, { store: ports.store, decode: log.decode, pool: db.pool })).toEqual([]);
  await ports.store.close();
  expect(await runTool("rebuild", ["instances", "history"], env())).toMatchObject({ status: 0 });
});

test("a backup has the archive, and what is restored has the same log", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-archive-backup-"));
  const own = await testDatabase();
  try {
    const backup = path.join(folder, "backup");
    expect(await runTool("backup/backup", [backup], env())).toMatchObject({ status: 0 });
    expect(await runTool("backup/verify-backup", [backup], {})).toMatchObject({ status: 0, faults: "" });
    const restored = { DATABASE_URL: own.url, DATA_DIR: path.join(folder, "data") };
    expect(await runTool("backup/restore", [backup], env(restored))).toMatchObject({ status: 0, faults: "" });
    const verified = await runTool("verify-log", [], env(restored));
    expect(verified).toMatchObject({ status: 0, faults: "" });
    expect(verified).toEqual(await runTool("verify-log", [], env()));
    // A night without one of its files has no backup, and one that loses it later is found.
    const { rows } = await db.pool.query<{ name: string }>("SELECT name FROM log.archive_files LIMIT 1");
    await rm(path.join(backup, "files", "archive", rows[0]!.name));
    expect((await runTool("backup/verify-backup", [backup], {})).faults).toMatch(
      /files\/archive\/.*: it is missing\.\n.* is missing\./,
    );
    await rm(path.join(db.installation.dataDir, "archive", rows[0]!.name));
    expect(await runTool("backup/backup", [path.join(folder, "next")], env())).toMatchObject({
      status: 1,
      faults: `The archive file archive/${rows[0]!.name} is missing, so the log is not whole.\n`,
    });
  } finally {
    await own.drop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
