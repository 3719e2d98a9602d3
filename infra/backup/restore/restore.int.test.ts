import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { runTool, type ToolRun } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { PRODUCT_SECRET } from "#testing/product.ts";
import { type S3Server, startS3Server } from "#testing/servers/s3-server.ts";
import { refuseOtherDatabase } from "../../data-folder/installation-mark.ts";
import { ALL_MIGRATIONS } from "../../cli/backup/open-places.ts";
import { platformMigrations } from "../../platform/schema.ts";
import { migrate } from "../../postgres/migrations.ts";
import { verifyBackup } from "../verify/verify-backup.ts";
import { restoreDatabase } from "./restore-database.ts";

/** A restore that cannot be done leaves nothing behind, and one that was cut cannot be mistaken for a whole one. */
let original: InstalledDatabase;
let folder: string;
let backup: string;
let db: FreshDatabase;
let s3: S3Server;
const LARGE_BYTES = 3_000_000;
beforeAll(async () => {
  original = await installedDatabase();
  s3 = await startS3Server();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-restore-"));
  backup = path.join(folder, "backup");
  const { dataDir } = original.installation;
  await mkdir(path.join(dataDir, "uploads", "large"), { recursive: true });
  await writeFile(path.join(dataDir, "uploads", "large", "original"), Buffer.alloc(LARGE_BYTES, 7));
  const env = { DATABASE_URL: original.url, DATA_DIR: dataDir, APP_SECRET: PRODUCT_SECRET };
  expect(await runTool("backup/backup", [backup], env)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await original.drop();
  await s3.stop();
  for (const place of [folder, original.installation.dataDir]) await rm(place, { recursive: true, force: true });
});
let dataDir: string;
beforeEach(async () => {
  db = await testDatabase();
  dataDir = path.join(await mkdtemp(path.join(folder, "new-")), "data");
});
afterEach(() => db.drop());

const env = (more: Record<string, string> = {}) => ({
  DATABASE_URL: db.url,
  DATA_DIR: dataDir,
  APP_SECRET: PRODUCT_SECRET,
  ...more,
});
const restore = (more: Record<string, string> = {}): Promise<ToolRun> => runTool("backup/restore", [backup], env(more));
const schemas = async () =>
  (
    await db.pool.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname !~ '^(pg_|information_schema$)'",
    )
  ).rows.map(({ name }) => name);

function expectRefused({ status, out, faults }: ToolRun, words: string): void {
  expect([status, out, faults.trimEnd().split("\n").length]).toEqual([1, "", 1]);
  expect(faults).toContain(words);
}

test("a full folder, a full database and another secret are refused, and nothing is made", async () => {
  expectRefused(
    await restore({ APP_SECRET: "another secret of 32 characters or more" }),
    "APP_SECRET is not the secret",
  );
  await db.pool.query("CREATE TABLE public.mine (id int)");
  expectRefused(await restore(), "The database is not empty: it has public.mine.");
  await db.pool.query("DROP TABLE public.mine");
  expect([await schemas(), existsSync(path.join(dataDir, "installation-id"))]).toEqual([["public"], false]);
  await mkdir(dataDir, { recursive: true });
  await writeFile(path.join(dataDir, "secret"), "mine");
  expectRefused(await restore(), "is not empty: move it away");
  expect([await readdir(dataDir), await schemas()]).toEqual([["secret"], ["public"]]);
});

test("a backup of a newer version is refused by its name", async () => {
  const text = await readFile(path.join(backup, "manifest.json"), "utf8");
  const sum = await readFile(path.join(backup, "manifest.sha256"), "utf8");
  const newer = text.replace('"version": "0.1.0"', '"version": "7.0.0"').replace('"log-001-events"', '"log-999-new"');
  try {
    await writeFile(path.join(backup, "manifest.json"), newer);
    await writeFile(path.join(backup, "manifest.sha256"), createHash("sha256").update(newer).digest("hex"));
    expectRefused(await restore(), "made by another version of Tributary, 7.0.0, with the migration log-999-new");
  } finally {
    await writeFile(path.join(backup, "manifest.json"), text);
    await writeFile(path.join(backup, "manifest.sha256"), sum);
  }
});

test("a backup of an older version gets the tables of that version, and the newer migrations afterwards", async () => {
  const { manifest } = await verifyBackup(backup, { readLog: false });
  const newer = {
    id: "webhooks-999-newer",
    sql: "ALTER TABLE webhooks.checkpoint ADD COLUMN newer text NOT NULL DEFAULT 'it is there'",
  };
  const known = [...ALL_MIGRATIONS, newer];
  const { rows } = await original.pool.query("SELECT * FROM webhooks.checkpoint");
  expect(rows).toHaveLength(1);
  await restoreDatabase(db.pool, { folder: backup, manifest: manifest!, known }, () => Promise.resolve());
  expect((await db.pool.query("SELECT * FROM webhooks.checkpoint")).rows).toEqual(rows);
  await migrate(db.pool, known);
  expect((await db.pool.query("SELECT * FROM webhooks.checkpoint")).rows).toEqual([
    { ...rows[0], newer: "it is there" },
  ]);
});

test.runIf(process.getuid?.() === 0)("the disk is full: one sentence, and nothing is left", async () => {
  await mkdir(dataDir);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", dataDir]).status !== 0) return;
  try {
    expectRefused(await restore(), "There is no room left on the disk");
    expect([await readdir(dataDir), await schemas()]).toEqual([[], ["public"]]);
  } finally {
    spawnSync("umount", [dataDir]);
  }
});

test("one that was killed starts nowhere, and the next begins anew", async () => {
  const tool = path.resolve("infra/cli/backup/restore.ts");
  const child = spawn(process.execPath, [tool, backup], { env: { ...process.env, ...env() }, stdio: "ignore" });
  await eventually(async () => (await schemas()).includes("uploads"));
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect(migrate(db.pool, platformMigrations)).rejects.toThrow("The database is not whole");
  await expect(
    refuseOtherDatabase({ dataDir, databaseUrl: undefined, filesUrl: undefined, smtpUrl: undefined }),
  ).rejects.toThrow("is not whole: a restore into it was ended in the middle");
  expect(await restore()).toMatchObject({ status: 0, faults: "" });
  expect((await db.pool.query("SELECT FROM log.events")).rowCount).toBeGreaterThan(0);
});

test("files go into a bucket and come from there again", { timeout: 120_000 }, async () => {
  const FILES_URL = s3.url({ bucket: "files/restored" });
  expect(await restore({ FILES_URL })).toMatchObject({ status: 0, faults: "" });
  expect(existsSync(path.join(dataDir, "uploads"))).toBe(false);
  const again = path.join(path.dirname(dataDir), "again");
  const second = await runTool("backup/backup", [again, "--previous", backup], env({ FILES_URL }));
  expect(second).toMatchObject({ status: 0, faults: "" });
  expect((await readFile(path.join(again, "files", "uploads", "large", "original"))).length).toBe(LARGE_BYTES);
  const listed = async (place: string) => (await readdir(path.join(place, "files"), { recursive: true })).sort();
  expect(await listed(again)).toEqual(await listed(backup));
  const other = await testDatabase();
  try {
    const more = { FILES_URL, DATABASE_URL: other.url, DATA_DIR: `${dataDir}-2` };
    // The bucket of the same installation is taken; that of another is not.
    expect(await restore(more)).toMatchObject({ status: 0 });
  } finally {
    await other.drop();
  }
});
