import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runTool } from "#testing/command/run-tool.ts";
import { startEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { backUp, restore } from "./back-up.ts";

let folder: string;
let dataDir: string;
let copy: string;
let outside: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-backup-"));
  await chmod(folder, 0o711);
  [dataDir, copy, outside] = [path.join(folder, "data"), path.join(folder, "copy"), path.join(folder, "outside")];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (dir = dataDir) => startEmbeddedPostgres({ dataDir: dir, outside, log: () => undefined });

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A stopped installation with a row, an uploaded file and its secret. */
async function installation(): Promise<void> {
  const server = await start();
  await query(server.url, "CREATE TABLE kept AS SELECT 7 AS number");
  await server.stop();
  await mkdir(path.join(dataDir, "uploads"));
  await writeFile(path.join(dataDir, "uploads", "rivers.csv"), "river\nRhine\n");
  await writeFile(path.join(dataDir, "secret"), "a secret", { mode: 0o600 });
  for (const name of ["run", "scratch"]) await mkdir(path.join(dataDir, name));
}

async function expectAll(dir: string): Promise<void> {
  const server = await start(dir);
  expect(await query(server.url, "SELECT number FROM kept")).toEqual([{ number: 7 }]);
  await server.stop();
  expect(await readFile(path.join(dir, "uploads", "rivers.csv"), "utf8")).toBe("river\nRhine\n");
  expect((await stat(path.join(dir, "secret"))).mode & 0o777).toBe(0o600);
}

test("what was backed up is there again, where it was and elsewhere", async () => {
  await installation();
  expect(await backUp(dataDir, copy)).toEqual({ ok: true });
  expect((await stat(copy)).mode & 0o777).toBe(0o700);
  expect(await readdir(path.join(copy, "data"))).toEqual(["secret", "uploads"]);
  const { at } = JSON.parse(await readFile(path.join(dataDir, "last-backup.json"), "utf8")) as { at: string };
  expect(Math.abs(new Date(at).getTime() - Date.now())).toBeLessThan(60_000);
  const elsewhere = path.join(folder, "elsewhere");
  expect(await restore(copy, elsewhere, outside)).toEqual({ ok: true });
  await expectAll(elsewhere);
  await rm(dataDir, { recursive: true });
  expect(await restore(copy, dataDir, outside)).toEqual({ ok: true });
  await expectAll(dataDir);
});

test.runIf(process.getuid?.() === 0)(
  "as root in closed folders the database comes along from outside and back",
  async () => {
    await chmod(folder, 0o700);
    outside = await mkdtemp(path.join(os.tmpdir(), "tributary-outside-"));
    await chmod(outside, 0o755);
    try {
      await installation();
      expect(await backUp(dataDir, copy)).toEqual({ ok: true });
      await rm(dataDir, { recursive: true });
      const lost = await restore(copy, dataDir, outside);
      expect(lost).toEqual({
        ok: false,
        reason: expect.stringMatching(/has the database of an earlier .*: move it away\.$/),
      });
      for (const name of await readdir(outside)) await rm(path.join(outside, name), { recursive: true });
      expect(await restore(copy, dataDir, outside)).toEqual({ ok: true });
      await expectAll(dataDir);
    } finally {
      await rm(outside, { recursive: true, force: true });
    }
  },
);

test("a running server is refused, and nothing is left", async () => {
  const server = await start();
  try {
    expect(await backUp(dataDir, copy)).toEqual({ ok: false, reason: expect.stringContaining("is running. Stop it") });
    expect(await readdir(folder)).not.toContain("copy");
  } finally {
    await server.stop();
  }
});

test("nothing is overwritten, and half a backup is none", async () => {
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, "secret"), "a secret");
  expect(await backUp(dataDir, path.join(dataDir, "backups"))).toMatchObject({ ok: false });
  expect(await backUp(dataDir, copy)).toEqual({ ok: true });
  expect(await backUp(dataDir, copy)).toEqual({ ok: false, reason: `${copy} is not empty: choose a new folder.` });
  expect(await restore(copy, dataDir, outside)).toMatchObject({
    ok: false,
    reason: expect.stringContaining("is not empty"),
  });
  await rm(path.join(copy, "complete"));
  expect(await restore(copy, path.join(folder, "new"), outside)).toEqual({
    ok: false,
    reason: `${copy} is not a complete backup.`,
  });
  expect(await backUp(path.join(folder, "missing"), path.join(folder, "b"))).toMatchObject({ ok: false });
});

test("the tools say what they did, and what is not in the copy", async () => {
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, "secret"), "a secret");
  const env = { DATA_DIR: dataDir, DATABASE_URL: "postgres://localhost/x" };
  expect(await runTool("backup", [], env)).toMatchObject({ status: 2 });
  expect(await runTool("backup", [copy], env)).toMatchObject({
    status: 0,
    out: expect.stringMatching(/is backed up in .*\n.*DATABASE_URL is not in it/),
  });
  expect(await runTool("restore", [copy], env)).toMatchObject({
    status: 1,
    faults: expect.stringContaining("not empty"),
  });
  expect(await runTool("restore", [copy], { DATA_DIR: path.join(folder, "again") })).toMatchObject({
    status: 0,
    out: expect.stringMatching(/again is as it was backed up at \d{4}-/),
  });
});
