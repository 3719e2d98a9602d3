import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DomainEvent } from "#domain/core/event-log.ts";
import { folderStore } from "#infra/files/folder-store.ts";
import { openScratch } from "#infra/files/scratch.ts";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createUploads } from "#infra/uploads/uploads.ts";
import { modelMigrations } from "../follower/model-migrations.ts";
import { catalogueOf } from "#testing/follower/catalogue-of.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { removeFailedFiles } from "./remove-failed-files.ts";

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, modelMigrations);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-failed-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** A dataset with rows, and a file for its next version that came so many hours ago; `end`: what happened since. */
function withFile(datasetId: string, hours: number, ...end: readonly DomainEvent[]) {
  const table = { physical: `t_${datasetId}`, columns: [], rows: 0, contentHash: "0" };
  const made: readonly DomainEvent[] = [
    {
      type: "DatasetCreated",
      data: {
        ...{ datasetId, owner: { kind: "user", id: "ada" }, title: datasetId, description: "", category: "Other" },
        ...{ keywords: [], isPublic: true, price: 0, license: "none", onRequest: false },
        ...{ tableName: `table_${datasetId}`, fileName: "a.csv" },
      },
    },
    { type: "DatasetLoaded", data: { datasetId, version: 1, table, rejected: 0 } },
    {
      type: "DatasetVersionRequested",
      data: {
        ...{ datasetId, version: 2, uploadId: `up-${datasetId}`, mode: "replace", key: [], fileName: "b.csv" },
        ...{ by: "ada", file: { sha256: "a".repeat(64), bytes: 1 }, mayChangeColumns: false },
      },
    },
  ];
  return [...made, ...end].map((event) => ({ ...event, recordedAt: ago(hours) }));
}
const failed = (datasetId: string): DomainEvent => ({
  type: "DatasetLoadFailed",
  data: { datasetId, code: "fault", facts: {} },
});
const retried = (datasetId: string): DomainEvent => ({
  type: "DatasetLoadRetried",
  data: { datasetId, uploadId: `up-${datasetId}`, attempt: 2, by: "ada", mayChangeColumns: false },
});

test("files of failed loads are removed an hour after they can be tried again no more, others stay", async () => {
  const catalogue = await catalogueOf(db.pool, [
    ...withFile("old", 26, failed("old")),
    ...withFile("recent", 24, failed("recent")),
    ...withFile("loading", 30),
    ...withFile("retried", 30, failed("retried"), retried("retried")),
    ...withFile("again", 30, failed("again"), retried("again"), failed("again")),
  ]);
  const store = folderStore(path.join(folder, "uploads"));
  for (const id of ["old", "recent", "loading", "retried", "again"])
    await store.keep(Readable.from(["a\n1\n"]), () => `${id}/up-${id}.received`);
  const uploads = createUploads({
    ...{ pool: db.pool, store, scratch: openScratch(path.join(folder, "scratch")) },
    room: createDiskRoom({ folder, pool: db.pool, minFreeBytes: 1 }),
    limits: { uploadBytes: 1, uploadBytesPerDay: 1, uploadsPerDay: 1, uploadColumns: 1, uploadCellBytes: 1 },
  });
  await removeFailedFiles({ ...catalogue, ...uploads }, new Date());
  const left = await Promise.all(
    ["again", "loading", "old", "recent", "retried"].map(async (id) => [
      id,
      (await readdir(path.join(folder, "uploads", id)).catch(() => [])).length,
    ]),
  );
  expect(Object.fromEntries(left)).toEqual({ again: 0, loading: 1, old: 0, recent: 1, retried: 1 });
});

test("all of many files are found, a page after the other", async () => {
  const ids = Array.from({ length: 7 }, (_, at) => `many-${at}`);
  const catalogue = await catalogueOf(
    db.pool,
    ids.flatMap((id) => withFile(id, 26, failed(id))),
  );
  const found: string[] = [];
  const ports = {
    filesOfFailedLoads: (received: { from: Date; until: Date }, after: string) =>
      catalogue.filesOfFailedLoads(received, after, 3),
    removeVersions: async (files: readonly { uploadId: string }[]) =>
      void found.push(...files.map(({ uploadId }) => uploadId)),
  };
  await removeFailedFiles(ports, new Date());
  expect(found).toEqual(ids.map((id) => `up-${id}`));
});
