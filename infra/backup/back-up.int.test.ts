import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runTool } from "#testing/command/run-tool.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { PRODUCT_SECRET } from "#testing/product.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { installationMigrations } from "../data-folder/installation-mark.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { platformMigrations } from "../platform/schema.ts";
import { migrate } from "../postgres/migrations.ts";
import { DERIVED_SCHEMAS, KEPT_SCHEMAS, productTables } from "./product-tables.ts";

let original: InstalledDatabase;
let folder: string;
let fresh: FreshDatabase[];
beforeAll(async () => {
  original = await installedDatabase();
  await fillEmptyTables();
  const archive = path.join(original.installation.dataDir, "archive", ARCHIVE_FILE);
  await mkdir(path.dirname(archive), { recursive: true });
  await writeFile(archive, "");
});
afterAll(async () => {
  await original.drop();
  await rm(original.installation.dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  fresh = [];
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-backup-"));
  await chmod(folder, 0o711);
});
afterEach(async () => {
  for (const db of fresh) await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
const ofOriginal = () => ({
  DATABASE_URL: original.url,
  DATA_DIR: original.installation.dataDir,
  APP_SECRET: PRODUCT_SECRET,
});
async function emptyDatabase(): Promise<string> {
  const db = await testDatabase();
  fresh.push(db);
  return db.url;
}

const ARCHIVE_FILE = "2026-08/empty";
/** Values of any kind that a column takes. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ text: "'a\\t\\\\ \"b\"'", bigint: "7", integer: "7", smallint: "7", boolean: "true", bytea: "'\\x00ff'" },
  ...{ "timestamp with time zone": "'2026-11-27 12:34:56.789012+00'", date: "'2026-11-27'", uuid: "gen_random_uuid()" },
  ...{
    jsonb: `'{"a": 1.0}'`,
    json: `'{"a": 1.0}'`,
    "text[]": "'{a,NULL}'",
    numeric: "1.50",
    "double precision": "0.1",
  },
};

/** Where only some are allowed. */
const CHECKED: Readonly<Record<string, string>> = {
  "identity.access_keys.kind": "'account'",
  // An archive file without events, since the log of this test has no gap.
  ...{ "log.archive_files.name": `'${ARCHIVE_FILE}'`, "log.archive_files.events": "0" },
};
/** Tables whose rows are none of a backup, and those of which it has some. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  ...{ "registry.orphans": "false", "uploads.held_removals": "false" },
  "registry.tables": "state = 'ready'",
};

/** A row in each table that this installation has not used: no table is left out of the comparison. */
async function fillEmptyTables(): Promise<void> {
  const client = await original.pool.connect();
  try {
    await client.query("SET session_replication_role = replica");
    for (const { schema, name } of await productTables(client)) {
      const table = `${schema}.${name}`;
      const { rows: some } = await client.query(`SELECT FROM ${table} LIMIT 1`);
      if (some.length > 0) continue;
      const { rows } = await client.query<{ name: string; type: string }>(
        `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''`,
        [table],
      );
      const values = rows.map((column) => CHECKED[`${table}.${column.name}`] ?? VALUES[column.type]);
      if (values.includes(undefined)) throw new Error(`A value for each column of ${table} is missing in this test`);
      const names = rows.map((column) => `"${column.name}"`);
      await client.query(`INSERT INTO ${table} (${names.join()}) VALUES (${values.join()})`);
    }
  } finally {
    client.release(true);
  }
}

/** A restore keeps files anew: when that was is not what it was before. */
const SELECTED: Readonly<Record<string, string>> = { "uploads.folders": "area, folder" };

/** Every row of every table of a backup, by table, as text. */
async function contents(url: string): Promise<Record<string, readonly string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET TimeZone = 'UTC'");
    const found: Record<string, readonly string[]> = {};
    const read = async (name: string, select: string): Promise<void> => {
      const { rows } = await client.query<{ row: string }>(`SELECT rows::text AS row FROM (${select}) AS rows`);
      found[name] = rows.map(({ row }) => row).sort();
    };
    const { rows: kept } = await client.query<{ name: string }>(
      "SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname = ANY ($1)",
      [KEPT_SCHEMAS],
    );
    for (const { name } of kept)
      await read(name, `SELECT ${SELECTED[name] ?? "*"} FROM ${name} WHERE ${NOT_KEPT[name] ?? "true"}`);
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'data'",
    );
    for (const { name } of rows) await read(`data.${name}`, `SELECT * FROM data.${name}`);
    return found;
  } finally {
    await client.end();
  }
}

async function embedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

const filesOf = async (dir: string) =>
  (await readdir(path.join(dir, "uploads"), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();

test("every schema that migrations make is in a backup, or is made again", async () => {
  const db = await testDatabase();
  fresh.push(db);
  await migrate(db.pool, [...platformMigrations, ...modelMigrations, ...installationMigrations]);
  const { rows } = await db.pool.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$|public$)'",
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...KEPT_SCHEMAS, ...DERIVED_SCHEMAS, "data"].sort());
  const { rows: odd } = await db.pool.query(
    `SELECT s.oid::regclass::text AS name FROM pg_class s WHERE s.relkind = 'S' AND NOT EXISTS
       (SELECT FROM pg_depend d JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE d.objid = s.oid AND a.attidentity <> '')`,
  );
  expect(odd).toEqual([]);
});

test(
  "what was backed up is in another database, in an embedded one, and in one of one's own again",
  { timeout: 240_000 },
  async () => {
    const rows = await contents(original.url);
    expect(Object.keys(rows).filter((name) => rows[name]!.length === 0 && NOT_KEPT[name] !== "false")).toEqual([]);
    expect(Object.keys(rows).filter((name) => name.startsWith("data.")).length).toBeGreaterThan(1);
    const first = await runTool("backup/backup", [at("first")], ofOriginal());
    expect(first).toMatchObject({
      status: 0,
      faults: "",
      out: expect.stringMatching(/is backed up in .*: \d+ events, 2 datasets, \d+ tables/),
    });
    expect(first.out).toContain("APP_SECRET is not in it");
    expect((await stat(at("first"))).mode & 0o777).toBe(0o700);
    const verified = await runTool("backup/verify-backup", [at("first")], {});
    expect(verified).toMatchObject({ status: 0, faults: "", out: expect.stringMatching(/: 0 faults\n$/) });

    const own = { DATABASE_URL: await emptyDatabase(), DATA_DIR: at("own"), APP_SECRET: PRODUCT_SECRET };
    expect(await runTool("backup/restore", [at("first")], own)).toMatchObject({ status: 0, faults: "" });
    // It names the bucket, which a restore into folders has not.
    const restored = { ...rows, "installation.file_store": [] };
    expect(await contents(own.DATABASE_URL)).toEqual(restored);
    expect(await filesOf(at("own"))).toEqual(await filesOf(original.installation.dataDir));
    expect(await readdir(at("own"))).toEqual(expect.arrayContaining(["installation-id", "restored-copy", "uploads"]));

    expect(await runTool("backup/restore", [at("first")], { DATA_DIR: at("embedded") })).toMatchObject({
      status: 0,
      out: expect.stringContaining("APP_SECRET is not in the backup"),
    });
    expect(await embedded(at("embedded"), contents)).toEqual(restored);
    await writeFile(path.join(at("embedded"), "secret"), PRODUCT_SECRET, { mode: 0o600 });
    expect(await runTool("backup/backup", [at("second")], { DATA_DIR: at("embedded") })).toMatchObject({
      status: 0,
      out: expect.stringContaining("It holds the keys of all secrets"),
    });
    const back = { DATABASE_URL: await emptyDatabase(), DATA_DIR: at("back") };
    expect(await runTool("backup/restore", [at("second")], back)).toMatchObject({
      status: 0,
      out: expect.stringContaining("APP_SECRET must be set"),
    });
    expect(await contents(back.DATABASE_URL)).toEqual(restored);
    expect(await readFile(path.join(at("back"), "secret"), "utf8")).toBe(PRODUCT_SECRET);
  },
);

test("an embedded database is backed up while its server runs", { timeout: 120_000 }, async () => {
  expect(await runTool("backup/backup", [at("first")], ofOriginal())).toMatchObject({ status: 0 });
  expect(await runTool("backup/restore", [at("first")], { DATA_DIR: at("embedded") })).toMatchObject({ status: 0 });
  await embedded(at("embedded"), async () => {
    expect(await runningEmbeddedPostgres(at("embedded"))).toBeDefined();
    const run = await runTool("backup/backup", [at("second")], {
      DATA_DIR: at("embedded"),
      APP_SECRET: PRODUCT_SECRET,
    });
    expect(run).toMatchObject({ status: 0, faults: "" });
  });
  const { at: when } = JSON.parse(await readFile(path.join(at("embedded"), "last-backup.json"), "utf8")) as {
    at: string;
  };
  expect(Math.abs(new Date(when).getTime() - Date.now())).toBeLessThan(60_000);
});

test("tables and files that the backup before has are stored once", { timeout: 120_000 }, async () => {
  expect(await runTool("backup/backup", [at("first")], ofOriginal())).toMatchObject({ status: 0 });
  const second = await runTool("backup/backup", [at("second"), "--previous", at("first")], ofOriginal());
  expect(second).toMatchObject({ status: 0, faults: "", out: expect.stringContaining("The one before has") });
  const stored = async (backup: string, within: string) =>
    Promise.all(
      (await readdir(path.join(at(backup), within), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).ino),
    );
  for (const within of ["data", "files"]) {
    const inodes = await stored("first", within);
    expect(inodes.length).toBeGreaterThan(0);
    expect((await stored("second", within)).sort()).toEqual(inodes.sort());
  }
  const [table] = await readdir(path.join(at("second"), "data"));
  await writeFile(path.join(at("second"), "data", table!), "rotten", { flag: "r+" });
  // The rot is in every backup that shares the file; the next one copies the table again.
  expect(await runTool("backup/backup", [at("third"), "--previous", at("second")], ofOriginal())).toMatchObject({
    status: 0,
  });
  expect(await runTool("backup/verify-backup", [at("third")], {})).toMatchObject({ status: 0 });
  expect(await runTool("backup/verify-backup", [at("first")], {})).toMatchObject({
    status: 1,
    faults: `data/${table}: its content is not what was backed up.\n`,
  });
});

test("nothing is overwritten, and the wrong places are refused", { timeout: 120_000 }, async () => {
  const { DATA_DIR } = ofOriginal();
  expect(await runTool("backup/backup", [], ofOriginal())).toMatchObject({ status: 2 });
  expect(await runTool("backup/backup", [at("x"), "--keep", "0"], ofOriginal())).toMatchObject({ status: 2 });
  expect(await runTool("backup/backup", [path.join(DATA_DIR, "x")], ofOriginal())).toMatchObject({
    status: 1,
    faults: expect.stringContaining("is in the data folder"),
  });
  await mkdir(at("full"));
  await writeFile(at("full/x"), "");
  expect(await runTool("backup/backup", [at("full")], ofOriginal())).toMatchObject({
    status: 1,
    faults: `${at("full")} is not empty: choose a new folder.\n`,
  });
  expect(
    await runTool("backup/backup", [at("x")], { ...ofOriginal(), EVENTSTORE_URL: "esdb://localhost:2113" }),
  ).toMatchObject({
    status: 1,
    faults: expect.stringContaining("EventStoreDB"),
  });
  expect(await runTool("backup/backup", [at("x")], { DATA_DIR: at("nowhere") })).toMatchObject({
    status: 1,
    faults: `There is no data folder ${at("nowhere")}.\n`,
  });
  expect(await runTool("backup/restore", [at("full")], { DATA_DIR: at("new") })).toMatchObject({
    status: 1,
    faults: expect.stringContaining("is not a complete backup"),
  });
  expect(await readdir(folder)).toEqual(["full"]);
});
