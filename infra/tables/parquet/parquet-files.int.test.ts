import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { eventually } from "#testing/eventually.ts";
import { folderStore } from "../../files/folder-store.ts";
import { migrate } from "../../postgres/migrations.ts";
import { loadCsv } from "../load/load-csv.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { physicalName } from "../registry.ts";
import { dropTable } from "../remove-tables.ts";
import { tableMigrations } from "../table-migrations.ts";
import { createParquetFiles } from "./parquet-files.ts";
import { parquetOf } from "./parquet-registry.ts";

let db: FreshDatabase;
let folder: string;
const plenty = { isLow: () => Promise.resolve(false) };
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
  folder = await mkdtemp(path.join(tmpdir(), "parquet-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const filesIn = (name: string, waitMs = 60_000, room = plenty) =>
  createParquetFiles({
    pool: db.pool,
    workPool: db.pool,
    store: folderStore(path.join(folder, name)),
    room,
    waitMs,
  });

async function table(rows: number): Promise<TableVersion> {
  const csv = `id,name\n${Array.from({ length: rows }, (_, n) => `${n},name ${n}\n`).join("")}`;
  const source = Readable.from([Buffer.from(csv)]);
  const loaded = await loadCsv({ pool: db.pool, source, folder, physical: physicalName() });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.table;
}

test("many who ask at once get one file, which is recorded with its size, rows and row groups", async () => {
  const files = filesIn("once");
  const of = await table(2_500);
  const opened = await Promise.all(Array.from({ length: 5 }, () => files.open(of)));
  const bytes = await Promise.all(
    opened.map(async (each) => {
      if (each === null || typeof each === "string") throw new Error(`No file: ${each}`);
      const content = await buffer(each.file.read());
      await each.file.close();
      return content.length;
    }),
  );
  const recorded = await parquetOf(db.pool, of.physical);
  expect(recorded).toMatchObject({ bytes: bytes[0], rows: 2_500, rowGroups: 2 });
  expect(await readdir(path.join(folder, "once"))).toEqual([`${recorded?.sha256}.parquet`]);
});

test("a request does not wait for a file that takes long, and the file is made all the same", async () => {
  const files = filesIn("long", 0);
  const of = await table(2_500);
  expect(await files.open(of)).toBe("making");
  await eventually(() => parquetOf(db.pool, of.physical));
  const opened = await files.open(of);
  expect(opened).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  if (opened !== null && typeof opened === "object") await opened.file.close();
});

test("a file that is lost is made again, the same one; none is made on a full disk or of a table that is gone", async () => {
  const files = filesIn("lost");
  const of = await table(10);
  const close = async () => {
    const opened = await files.open(of);
    if (opened === null || typeof opened === "string") throw new Error(`No file: ${opened}`);
    await opened.file.close();
    return opened.sha256;
  };
  const sha256 = await close();
  await rm(path.join(folder, "lost"), { recursive: true });
  expect(await filesIn("lost", 60_000, { isLow: () => Promise.resolve(true) }).open(of)).toBe("no-room");
  expect(await close()).toBe(sha256);
  const gone = await table(10);
  await dropTable(db.pool, gone.physical);
  expect(await files.open(gone)).toBeNull();
});

test("files of tables that are gone, and what a crash left, are removed after a day", async () => {
  const files = filesIn("swept");
  const [kept, gone] = [await table(10), await table(20)];
  for (const of of [kept, gone]) {
    const opened = await files.open(of);
    if (opened !== null && typeof opened === "object") await opened.file.close();
  }
  await writeFile(path.join(folder, "swept", "crashed.part"), "half");
  await dropTable(db.pool, gone.physical);
  await files.sweep();
  expect(await readdir(path.join(folder, "swept"))).toHaveLength(3);
  await files.sweep(new Date(Date.now() + 25 * 60 * 60_000));
  const { sha256 } = (await parquetOf(db.pool, kept.physical)) ?? {};
  expect(await readdir(path.join(folder, "swept"))).toEqual([`${sha256}.parquet`]);
});
