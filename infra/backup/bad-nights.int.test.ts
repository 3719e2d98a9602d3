import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, truncateSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runTool, type ToolRun } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { PRODUCT_SECRET } from "#testing/product.ts";

/**
 * A backup that fails is red, leaves nothing under the final name, and pushes no good one out, whatever the reason and
 * however often.
 */
let original: InstalledDatabase;
let folder: string;
let good: string;
beforeAll(async () => {
  original = await installedDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-nights-"));
  good = path.join(folder, "good");
  expect(await backUp(good)).toMatchObject({ status: 0 });
});
afterAll(async () => {
  await original.drop();
  for (const place of [folder, original.installation.dataDir]) await rm(place, { recursive: true, force: true });
});

let nights: string;
beforeEach(async () => {
  nights = await mkdtemp(path.join(folder, "nights-"));
});
afterEach(() => rm(nights, { recursive: true, force: true }));

const ofOriginal = () => ({
  DATABASE_URL: original.url,
  DATA_DIR: original.installation.dataDir,
  APP_SECRET: PRODUCT_SECRET,
});
const backUp = (to: string, env: Record<string, string> = {}, more: readonly string[] = []): Promise<ToolRun> =>
  runTool("backup/backup", [to, ...more], { ...ofOriginal(), ...env });
const lastGood = () => readFile(path.join(original.installation.dataDir, "last-backup.json"), "utf8");

/** One sentence, and no trace. */
function expectRed({ status, out, faults }: ToolRun, words: RegExp): void {
  expect({ status, out }).toEqual({ status: 1, out: "" });
  expect(faults).toMatch(words);
  expect(faults.trimEnd()).not.toContain("\n");
}

test("the database is away", async () => {
  const before = await lastGood();
  const url = new URL(original.url);
  url.port = "1";
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  expectRed(await backUp(path.join(nights, "1"), { DATABASE_URL: url.href }), /^The database cannot be used: /);
  expect([await readdir(nights), await lastGood()]).toEqual([[], before]);
});

test("the database goes away in the middle", async () => {
  const client = new pg.Client({ connectionString: original.url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE webhooks.endpoints IN ACCESS EXCLUSIVE MODE");
  const running = backUp(path.join(nights, "1"));
  await eventually(async () => {
    const { rowCount } = await original.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tributary command line' AND wait_event_type = 'Lock'",
    );
    return rowCount === 1;
  });
  await client.end();
  expectRed(await running, /^The database cannot be used: /);
  expect(await readdir(nights)).toEqual([]);
});

test("the database refuses its password", async () => {
  const url = new URL(original.url);
  url.pathname = "/of_nobody";
  expectRed(await backUp(path.join(nights, "1"), { DATABASE_URL: url.href }), /^The database cannot be used: /);
});

test("a table may not be read", async () => {
  const login = `reader_${new URL(original.url).pathname.slice(1)}`;
  await original.pool.query(`CREATE ROLE ${login} LOGIN PASSWORD 'x'; GRANT pg_read_all_data TO ${login}`);
  try {
    const url = new URL(original.url);
    url.username = login;
    url.password = "x";
    const env = { DATABASE_URL: url.href };
    expect(await backUp(path.join(nights, "readable"), env)).toMatchObject({ status: 0 });
    await original.pool.query(`REVOKE pg_read_all_data FROM ${login};
      GRANT USAGE ON SCHEMA installation TO ${login}; GRANT SELECT ON ALL TABLES IN SCHEMA installation TO ${login}`);
    expectRed(
      await backUp(path.join(nights, "1"), env),
      /^The database does not let its user do that: permission denied/,
    );
    expect(await readdir(nights)).toEqual(["readable"]);
  } finally {
    await original.pool.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  }
});

test.runIf(process.getuid?.() === 0)("the disk is full in the middle", async () => {
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=100k", "tmpfs", nights]);
  if (mounted.status !== 0) return;
  try {
    expectRed(await backUp(path.join(nights, "1")), /^There is no room left on the disk/);
    expect(await readdir(nights)).toEqual([]);
  } finally {
    spawnSync("umount", [nights]);
  }
});

test("the disk loses half of a file", async () => {
  // Whoever writes is not told: the file is cut when the next ones are being written.
  const unfinished = path.join(nights, "1.unfinished", "database");
  let isOver = false;
  const cutting = (async () => {
    while (!isOver && !existsSync(path.join(unfinished, "vault.owner_keys"))) await sleep(1);
    if (!isOver) truncateSync(path.join(unfinished, "log.events"), 1_000);
  })();
  const run = await backUp(path.join(nights, "1"));
  isOver = true;
  await cutting;
  expectRed(run, /log\.events is not what was written: the disk of the backup lost a part of it\.$/m);
  expect(await readdir(nights)).toEqual([]);
});

test("it is killed in the middle, and the next one clears up", async () => {
  const client = new pg.Client({ connectionString: original.url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE webhooks.endpoints IN ACCESS EXCLUSIVE MODE");
  try {
    const tool = path.resolve("infra/cli/backup/backup.ts");
    const env = { ...process.env, ...ofOriginal() };
    const child = spawn(process.execPath, [tool, path.join(nights, "1")], { env, stdio: "ignore" });
    await eventually(async () => existsSync(path.join(nights, "1.unfinished", "database", "vault.owner_keys")));
    expectRed(await backUp(path.join(nights, "2")), /^Another backup of this installation is being made\.$/m);
    child.kill("SIGKILL");
    await once(child, "exit");
  } finally {
    await client.end();
  }
  expect(await readdir(nights)).toEqual(["1.unfinished"]);
  expect(await backUp(path.join(nights, "2"))).toMatchObject({ status: 0 });
  expect(await readdir(nights)).toEqual(["2"]);
});

test(
  "eight bad nights leave the seven good ones; a good one removes the oldest, and nothing else",
  { timeout: 240_000 },
  async () => {
    const keep = ["--keep", "7"];
    for (let night = 1; night <= 7; night += 1)
      expect(
        await backUp(path.join(nights, `good-${night}`), {}, [
          ...keep,
          "--previous",
          path.join(nights, `good-${night - 1}`),
        ]),
      ).toMatchObject({ status: 0 });
    const before = await lastGood();
    for (let night = 1; night <= 8; night += 1)
      expectRed(
        await backUp(path.join(nights, `bad-${night}`), { DATABASE_URL: "postgres://127.0.0.1:1/x" }, keep),
        /cannot be used/,
      );
    expect((await readdir(nights)).length).toBe(7);
    expect(await lastGood()).toBe(before);
    // A damaged one counts for nothing, and one of another installation is not ours to remove.
    await cp(path.join(nights, "good-3"), path.join(nights, "damaged"), { recursive: true });
    await unlink(path.join(nights, "damaged", "database", "log.events"));
    await mkdir(path.join(nights, "of-others"));
    await writeFile(path.join(nights, "of-others", "manifest.json"), "{}");
    expect(await backUp(path.join(nights, "good-8"), {}, keep)).toMatchObject({ status: 0 });
    const left = ["damaged", ...[2, 3, 4, 5, 6, 7, 8].map((night) => `good-${night}`), "of-others"];
    expect((await readdir(nights)).sort()).toEqual(left);
    expect(await runTool("backup/verify-backup", [path.join(nights, "good-8")], {})).toMatchObject({ status: 0 });
  },
);

describe("a damaged backup", () => {
  const somewhere = async (within: string) => {
    const [name] = (await readdir(path.join(nights, "copy", within), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    return path.relative(path.join(nights, "copy"), path.join(name!.parentPath, name!.name));
  };
  const flip = async (place: string) => {
    const bytes = await readFile(place);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(place, bytes);
  };
  test.each([
    ["a table file is missing", "data", unlink, "it is missing"],
    ["an uploaded file is missing", "files/uploads", unlink, "it is missing"],
    ["one bit of the log is another", "database/log.events", flip, "its content is not what was backed up"],
    ["a file is cut short", "files/uploads", (place: string) => writeFile(place, ""), "it has 0 bytes in place of"],
    ["the list is damaged", "files.jsonl", flip, "is missing or damaged"],
    ["the manifest is damaged", "manifest.json", flip, "manifest.json is damaged"],
    ["the last file is missing", "manifest.sha256", unlink, "manifest.json is damaged"],
  ])("%s: verify-backup names it, and restore touches nothing", async (_, within, damage, words) => {
    const copy = path.join(nights, "copy");
    await cp(good, copy, { recursive: true });
    const name = /\./.test(within) ? within : await somewhere(within);
    await damage(path.join(copy, name));
    const verified = await runTool("backup/verify-backup", [copy], {});
    expect([verified.status, verified.faults]).toEqual([1, expect.stringContaining(words)]);
    const db = await testDatabase();
    try {
      const env = { DATABASE_URL: db.url, DATA_DIR: path.join(nights, "new"), APP_SECRET: PRODUCT_SECRET };
      expectRed(await runTool("backup/restore", [copy], env), new RegExp(words));
      expect(existsSync(env.DATA_DIR)).toBe(false);
      expect((await db.pool.query("SELECT FROM pg_namespace WHERE nspname = 'log'")).rowCount).toBe(0);
    } finally {
      await db.drop();
    }
  });

  test("a file that the list does not name is named", async () => {
    const copy = path.join(nights, "copy");
    await cp(good, copy, { recursive: true });
    await writeFile(path.join(copy, "data", "t_x"), "");
    expect(await runTool("backup/verify-backup", [copy], {})).toMatchObject({
      status: 1,
      faults: "data/t_x: it is not in the list.\n",
    });
  });
});
