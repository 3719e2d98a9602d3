import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DomainEvent } from "#domain/core/event-log.ts";
import { folderStore } from "#infra/files/folder-store.ts";
import { ownedFiles } from "#infra/files/owned-files.ts";
import { openScratch } from "#infra/files/scratch.ts";
import { createImageStore } from "#infra/images/image-store.ts";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import { platformMigrations } from "#infra/platform/schema.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { physicalName, registerTable } from "#infra/tables/registry.ts";
import { createUploads } from "#infra/uploads/uploads.ts";
import { catalogueOf } from "#testing/follower/catalogue-of.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { modelMigrations } from "../follower/model-migrations.ts";

let db: FreshDatabase;
let folder: string;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...platformMigrations, ...modelMigrations]);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-forgotten-"));
});
afterEach(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const HOUR_MS = 3_600_000;
const soon = () => AbortSignal.timeout(20_000);

/** A dataset with rows, and a file for its next version; `since`: what happened after it was asked for. */
function withFile(datasetId: string, physical: string, ...since: readonly DomainEvent[]): readonly DomainEvent[] {
  const table = { physical, columns: [], rows: 0, contentHash: "0" };
  return [
    {
      type: "DatasetCreated",
      data: {
        ...{ datasetId, owner: { kind: "user", id: "ada" }, title: datasetId, description: "", category: "Other" },
        ...{ keywords: [], isPublic: true, price: 0, license: "none", onRequest: false },
        ...{ tableName: `table_${datasetId}`, fileName: "a.csv" },
      },
    },
    { type: "DatasetLoaded", data: { datasetId, version: 1, table, rejected: 0 } },
    ...since,
  ];
}
const requested = (datasetId: string): DomainEvent => ({
  type: "DatasetVersionRequested",
  data: {
    ...{ datasetId, version: 2, uploadId: "up", mode: "replace", key: [], fileName: "b.csv" },
    ...{ by: "ada", file: { sha256: "a".repeat(64), bytes: 1 }, mayChangeColumns: false },
  },
});
const failed = (datasetId: string): DomainEvent => ({
  type: "DatasetLoadFailed",
  data: { datasetId, code: "fault", facts: {} },
});
const retried = (datasetId: string): DomainEvent => ({
  type: "DatasetLoadRetried",
  data: { datasetId, uploadId: "up", attempt: 2, by: "ada", mayChangeColumns: false },
});

function stores() {
  const files = (area: string) => folderStore(path.join(folder, area));
  const uploads = createUploads({
    ...{ pool: db.pool, store: files("uploads"), scratch: openScratch(path.join(folder, "scratch")) },
    room: createDiskRoom({ folder, pool: db.pool, minFreeBytes: 1 }),
    limits: { uploadBytes: 1, uploadBytesPerDay: 1, uploadsPerDay: 1, uploadColumns: 1, uploadCellBytes: 1 },
  });
  const kept = ownedFiles(files("uploads"), db.pool, "uploads");
  const keep = (name: string) => kept.keep(Readable.from(["a\n1\n"]), () => name);
  return { uploads, images: createImageStore(files("images"), db.pool), keep };
}

/** All files of an area, by name. */
async function names(area: string): Promise<readonly string[]> {
  const place = path.join(folder, area);
  const found = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** Lets so many hours pass for what was kept until now. */
async function pass(hours: number): Promise<void> {
  for (const area of ["uploads", "images"])
    for (const name of await names(area)) {
      const file = path.join(folder, area, name);
      const then = new Date((await stat(file)).mtimeMs - hours * HOUR_MS);
      await utimes(file, then, then);
    }
  await db.pool.query("UPDATE uploads.folders SET kept_at = kept_at - $1 * interval '1 hour'", [hours]);
}

test("files that nobody names a day after they came are removed, others stay", async () => {
  const [there, gone] = [physicalName(), physicalName()];
  const catalogue = await catalogueOf(db.pool, [
    ...withFile("unasked", there),
    ...withFile("failed", there, requested("failed"), failed("failed")),
    ...withFile("again", there, requested("again"), failed("again"), retried("again"), failed("again")),
    ...withFile("waits", there, requested("waits")),
    ...withFile("retried", there, requested("retried"), failed("retried"), retried("retried")),
    ...withFile("late", there),
  ]);
  await db.pool.query(`CREATE TABLE data.${there} (a bigint)`);
  const client = await db.pool.connect();
  const columns = [{ name: "a", label: "a", type: "bigint" as const }];
  const table = { physical: there, layout: "columns", columns, rows: 0, contentHash: "0" } as const;
  await registerTable(client, { ...table, kind: "dataset" }, null);
  client.release();
  const { uploads, keep } = stores();
  for (const id of ["unasked", "failed", "again", "waits", "retried"])
    for (const name of ["original", "up.received"]) await keep(`${id}/${name}`);
  for (const physical of [there, gone])
    for (const name of ["original", "rejected.jsonl"]) await keep(`unasked/${physical}.${name}`);
  await pass(24);
  await keep("late/up.received");
  const all = await names("uploads");
  const sweep = () => uploads.sweepForgotten(catalogue.awaitedUploads, soon());
  expect([await sweep(), await names("uploads")]).toEqual([{ removed: 0, done: true }, all]);
  await pass(2);
  const left = all.filter((name) => !/^(unasked|failed|again)\/up/.test(name) && !name.includes(gone));
  expect([await sweep(), await names("uploads")]).toEqual([{ removed: 5, done: true }, left]);
  // Folders in which nothing is left to look for are not read again.
  const { rows } = await db.pool.query("SELECT folder FROM uploads.folders WHERE kept_at IS NOT NULL ORDER BY 1");
  expect(rows).toEqual([{ folder: "late" }, { folder: "retried" }, { folder: "waits" }]);
});

test("a file that is young, or that its dataset waited for, is looked at again and goes when it is forgotten", async () => {
  const { uploads, keep } = stores();
  await keep("a/up.received");
  const bePast = () => db.pool.query("UPDATE uploads.folders SET kept_at = now() - interval '26 hours'");
  await bePast();
  expect(await uploads.sweepForgotten(async () => new Map(), soon())).toEqual({ removed: 0, done: true });
  await pass(26);
  expect(await uploads.sweepForgotten(async () => new Map([["a", "up"]]), soon())).toEqual({ removed: 0, done: true });
  await pass(26);
  expect(await uploads.sweepForgotten(async () => new Map(), soon())).toEqual({ removed: 1, done: true });
  expect(await names("uploads")).toEqual([]);
});

test("many folders are looked at some at a time, and a round that ends early goes on in the next", async () => {
  const { uploads, keep } = stores();
  for (let at = 0; at < 103; at += 1) await keep(`many-${at}/up.received`);
  await pass(26);
  const asked: number[] = [];
  const ending = new AbortController();
  const awaited = async (ids: readonly string[]) => {
    asked.push(ids.length);
    ending.abort();
    return new Map<string, string>();
  };
  expect(await uploads.sweepForgotten(awaited, ending.signal)).toEqual({ removed: 100, done: false });
  expect(await uploads.sweepForgotten(awaited, soon())).toEqual({ removed: 3, done: true });
  expect([asked, await names("uploads")]).toEqual([[100, 3], []]);
});

test("an image that was stored and that its item never showed is removed", async () => {
  const made = withFile("shown", physicalName());
  const { images } = stores();
  const kept = [];
  for (const text of ["one", "two"]) kept.push(await images.keep("shown", "png", Buffer.from(text)));
  const catalogue = await catalogueOf(db.pool, [
    ...made,
    ...withFile("bare", physicalName()),
    { type: "DatasetImageChanged", data: { datasetId: "shown", image: kept[1]! } },
  ]);
  await images.keep("bare", "png", Buffer.from("three"));
  await images.keep("unknown", "png", Buffer.from("four"));
  const sweep = () => images.sweepForgotten(catalogue.imagesOfItems, soon());
  expect(await sweep()).toEqual({ removed: 0, done: true });
  await pass(26);
  expect(await sweep()).toEqual({ removed: 2, done: true });
  expect((await names("images")).map((name) => name.split("/")[0])).toEqual(["shown", "unknown"]);
  expect(await images.read("shown", kept[1]!)).not.toBeNull();
});
