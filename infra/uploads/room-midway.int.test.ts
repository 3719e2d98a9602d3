import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Row } from "#domain/connector-language/table/row.ts";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import { createDiskRoom } from "../platform/disk-room.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { openPull } from "../tables/pull/pull-table.ts";
import { physicalName } from "../tables/registry.ts";
import { tableMigrations } from "../tables/table-migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";
import { uploadMigrations } from "./upload-migrations.ts";
import { folderStore } from "../files/folder-store.ts";
import { openScratch } from "../files/scratch.ts";
import { createUploads } from "./uploads.ts";

/** A disk with less free space than required: large writes in progress must end, or they use up Postgres' space. */
let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...tableMigrations, ...uploadMigrations]);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-midway-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const room = () => createDiskRoom({ folder, pool: db.pool, minFreeBytes: Number.MAX_SAFE_INTEGER });
const uploads = () =>
  createUploads({
    pool: db.pool,
    store: folderStore(path.join(folder, "uploads")),
    scratch: openScratch(path.join(folder, "scratch")),
    room: room(),
    limits: { uploadBytes: 1e9, uploadBytesPerDay: 1e9, uploadsPerDay: 100, uploadColumns: 100, uploadCellBytes: 1e6 },
  });
const csv = (lines: number) => `id,text\n${`1,${"x".repeat(96)}\n`.repeat(lines)}`;

test("a file ends to be received, a small one does not", async () => {
  const signal = new AbortController().signal;
  const large = uploads().incoming("ana");
  expect(await large.receive(Readable.from([csv(30_000), csv(40_000)]), signal)).toMatchObject({
    ok: false,
    refusal: { code: "no-room" },
  });
  await large.discard();
  const small = uploads().incoming("ana");
  expect(await small.receive(Readable.from([csv(10)]), signal)).toMatchObject({ ok: true });
  await small.discard();
  expect(await uploadedFiles(folder)).toEqual([]);
});

test("the rows of a file end to be loaded, those of a small one do not", async () => {
  await uploads().keep("large", Buffer.from(csv(80_000)));
  expect(await uploads().load({ datasetId: "large", uploadId: null })).toMatchObject({
    ok: false,
    failure: { code: "no-room" },
  });
  await uploads().keep("small", Buffer.from(csv(10)));
  expect(await uploads().load({ datasetId: "small", uploadId: null })).toMatchObject({
    ok: true,
    rejected: { count: 0 },
  });
});

test("rows of a pull end to be taken, and leave nothing", async () => {
  const pull = await openPull({
    pool: db.pool,
    folder,
    physical: physicalName(),
    runId: "run-1",
    demandRoom: room().demand,
  });
  const rows = Array.from({ length: 10_000 }, (_, id) => {
    const row = new Row();
    row.add("text", `${id} `.repeat(100));
    return row;
  });
  await pull.write(rows.slice(0, 10));
  const fault: unknown = await pull
    .write(rows)
    .then(() => pull.write(rows))
    .catch((error: unknown) => error);
  expect(isNoRoom(fault)).toBe(true);
  await pull.abort();
  expect((await db.pool.query("SELECT FROM registry.tables WHERE state = 'staging'")).rowCount).toBe(0);
});
