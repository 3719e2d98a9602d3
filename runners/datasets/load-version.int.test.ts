import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aggregate } from "#domain/core/aggregate.ts";
import { dataset } from "#domain/dataset/decider.ts";
import type { VersionMode } from "#domain/dataset/events.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { cancelLoad, uploadVersion } from "#domain/use-cases/datasets/upload-version.ts";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { combineRows } from "#infra/tables/versions/combine-rows.ts";
import { dropTable } from "#infra/tables/remove-tables.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { uploadMigrations } from "#infra/uploads/upload-migrations.ts";
import { folderStore } from "#infra/files/folder-store.ts";
import { openScratch } from "#infra/files/scratch.ts";
import { createUploads } from "#infra/uploads/uploads.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import {
  causeOf,
  person,
  processMigrations,
  type ProcessPorts,
  processPorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { executeLoad, type LoadPorts, removeReceived } from "./load-dataset.ts";

/** Loads of new versions with the real store of files: crashes, deletions, limits. */
const PER_DAY = 3;
let db: FreshDatabase;
let ports: ProcessPorts;
let exclusive: ReturnType<typeof createExclusiveWork>;
let folder: string;
let uploads: ReturnType<typeof createUploads>;

beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
  await migrate(db.pool, [...processMigrations, ...tableMigrations, ...uploadMigrations]);
  exclusive = createExclusiveWork(db.pool);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-versions-"));
  uploads = createUploads({
    pool: db.pool,
    store: folderStore(path.join(folder, "uploads")),
    scratch: openScratch(path.join(folder, "scratch")),
    room: createDiskRoom({ folder, pool: db.pool, minFreeBytes: 1 }),
    limits: {
      ...{ uploadBytes: 1e6, uploadColumns: 100, uploadCellBytes: 1e5 },
      ...{ uploadBytesPerDay: 1e6, uploadsPerDay: PER_DAY },
    },
  });
});
afterAll(async () => {
  await exclusive?.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const reported: unknown[] = [];
const loadPorts = (over: Partial<LoadPorts["uploads"]> = {}): LoadPorts => ({
  ...ports,
  exclusive,
  uploads: { load: uploads.load, prune: uploads.prune, ...over },
  combine: (combination) => combineRows(db.pool, combination),
  dropTable: (physical) => dropTable(db.pool, physical),
  passes: () => false,
  reportError: (error) => void reported.push(error),
});
const never = () => new AbortController().signal;

async function received(by: string, csv: string) {
  const incoming = uploads.incoming(by);
  const file = await incoming.receive(Readable.from([Buffer.from(csv)]), never());
  return { incoming, file };
}

/** A dataset with one loaded version. */
async function loadedDataset(): Promise<{ readonly id: string; readonly by: string }> {
  const [by, id] = [await person(ports), ports.ids.fresh()];
  const { incoming } = await received(by, "a\n1\n");
  const card = {
    ...{ title: "Rivers", description: "", category: "Other", keywords: [], license: "none" },
    ...{ isPublic: true, onRequest: false, fileName: "rivers.csv" },
  };
  const keepFile = (datasetId: string) => incoming.keep(datasetId);
  await valueOf(uploadDataset({ ...ports, keepFile }, { ...card, datasetId: id, by }, causeOf()));
  expect(await executeLoad(loadPorts(), id, never())).toBe("done");
  return { id, by };
}

async function nextVersion(
  { id, by }: { readonly id: string; readonly by: string },
  csv: string,
  { mode = "replace", key = [] }: { readonly mode?: VersionMode; readonly key?: readonly string[] } = {},
): Promise<string> {
  const { incoming, file } = await received(by, csv);
  if (!file.ok) throw new Error(file.refusal.code);
  const uploadId = ports.ids.fresh();
  const keepFile = (datasetId: string, upload: string) => incoming.keepVersion(datasetId, upload);
  await valueOf(
    uploadVersion(
      { ...ports, keepFile, removeFile: uploads.removeVersion },
      {
        ...{ datasetId: id, uploadId, by, fileName: "next.csv", mayChangeColumns: false, onlyAfter: null },
        ...{ mode, key },
        file: { sha256: file.sha256, bytes: file.bytes },
      },
      causeOf(),
    ),
  );
  return uploadId;
}

const stateOf = (id: string) => aggregate(ports.log, dataset).load(id);
const filesOf = (id: string) => readdir(path.join(folder, "uploads", id));
const tables = async () =>
  (await db.pool.query("select from pg_tables where schemaname = 'data' and tablename like 't\\_%'")).rowCount ?? 0;

test("a load that was stopped begins again in another process and leaves nothing of the first try", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n3\n");
  const before = await tables();
  const stopping = new AbortController();
  const stopped = loadPorts({
    load: (file, signal) => {
      stopping.abort(new Error("stopped"));
      return uploads.load(file, signal);
    },
  });
  expect(await executeLoad(stopped, made.id, stopping.signal)).toBe("stopped");
  expect([await stateOf(made.id), await tables()]).toMatchObject([{ versions: 1, pending: { uploadId } }, before]);
  expect(await executeLoad(loadPorts(), made.id, never())).toBe("done");
  expect([await stateOf(made.id), await tables()]).toMatchObject([{ versions: 2, pending: null }, before + 1]);
  expect(await filesOf(made.id)).toEqual(["original", expect.stringMatching(/^t_[0-9a-f]{32}\.original$/)]);
  // The job that is asked for a second time has nothing left to do.
  expect(await executeLoad(loadPorts(), made.id, never())).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ versions: 2 });
});

test("a crash after the rows were loaded and before the log said so loads them again", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  // The process died here: table and second name of the file are there, the event is not.
  expect((await uploads.load({ datasetId: made.id, uploadId }, never())).ok).toBe(true);
  expect(await executeLoad(loadPorts(), made.id, never())).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ versions: 2 });
  expect((await filesOf(made.id)).filter((name) => name.endsWith(".received"))).toEqual([]);
});

test("a dataset that is deleted while its version loads: no table stays, and nothing is reported", async () => {
  const made = await loadedDataset();
  await nextVersion(made, "a\n2\n");
  const before = await tables();
  const deleting = loadPorts({
    load: async (file, signal) => {
      const rows = await uploads.load(file, signal);
      await valueOf(deleteDataset(ports, { datasetId: made.id, by: made.by }, causeOf()));
      await uploads.remove(made.id);
      return rows;
    },
  });
  expect(await executeLoad(deleting, made.id, never())).toBe("done");
  expect([await stateOf(made.id), await tables(), reported]).toEqual([{ status: "deleted" }, before, []]);
});

test("a load that is cancelled while it runs is aborted, leaves nothing behind, and the next file is loaded", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  const before = [await tables(), await filesOf(made.id)];
  let next = "";
  const cancelling = loadPorts({
    load: async (file, signal) => {
      if (file.uploadId !== uploadId) return uploads.load(file, signal);
      await valueOf(cancelLoad(ports, { datasetId: made.id, by: made.by, uploadId }, causeOf()));
      const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      next = await nextVersion(made, "a\n3\n");
      await aborted;
      return uploads.load(file, signal);
    },
  });
  expect(before[1]).toContain(`${uploadId}.received`);
  expect(await executeLoad({ ...cancelling, lookEveryMs: 5 }, made.id, never())).toBe("done");
  const state = await stateOf(made.id);
  expect(state).toMatchObject({ versions: 2, pending: null, loadFailure: null });
  expect([next.length > 0, await tables(), reported]).toEqual([true, Number(before[0]) + 1, []]);
  expect(await filesOf(made.id)).toEqual(["original", expect.stringMatching(/^t_[0-9a-f]{32}\.original$/)]);
  expect((await aggregate(ports.log, dataset).history(made.id)).map(({ type }) => type)).toEqual([
    ...["DatasetCreated", "DatasetLoaded", "DatasetVersionRequested", "DatasetLoadFailed"],
    ...["DatasetVersionRequested", "DatasetLoaded"],
  ]);
});

test("a load that is cancelled when its rows are there already shows none of them", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  const before = await tables();
  const cancelling = loadPorts({
    load: async (file, signal) => {
      const rows = await uploads.load(file, signal);
      await valueOf(cancelLoad(ports, { datasetId: made.id, by: made.by, uploadId }, causeOf()));
      return rows;
    },
  });
  expect(await executeLoad(cancelling, made.id, never())).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ versions: 1, pending: null, loadFailure: "cancelled" });
  expect([await tables(), reported]).toEqual([before, []]);
  expect((await filesOf(made.id)).filter((name) => name.endsWith(".received"))).toEqual([]);
});

test("the file of a load that was cancelled before it began is removed by its job, others stay", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  const file = { datasetId: made.id, uploadId };
  expect(await removeReceived(loadPorts(), file)).toBe("done");
  expect(await filesOf(made.id)).toContain(`${uploadId}.received`);
  await valueOf(cancelLoad(ports, { ...file, by: made.by }, causeOf()));
  expect(ports.woken.at(-1)).toBe(`load-dataset ${made.id}/${uploadId}`);
  expect(await removeReceived(loadPorts(), file)).toBe("done");
  expect(await filesOf(made.id)).toEqual(["original"]);
});

test("the end of a load removes no file that waits for its own, however long it has waited", async () => {
  const made = await loadedDataset();
  const first = { datasetId: made.id, uploadId: await nextVersion(made, "a\n2\n") };
  await valueOf(cancelLoad(ports, { ...first, by: made.by }, causeOf()));
  const uploadId = await nextVersion(made, "a\n3\n");
  const twoDaysAgo = new Date(Date.now() - 172_800_000);
  await utimes(path.join(folder, "uploads", made.id, `${uploadId}.received`), twoDaysAgo, twoDaysAgo);
  expect(await removeReceived(loadPorts(), first)).toBe("done");
  expect(await filesOf(made.id)).toEqual([`${uploadId}.received`, "original"]);
});

test("files whose tables were cleaned up go with the next load, those of other tables stay", async () => {
  const made = await loadedDataset();
  await nextVersion(made, "a\n2\n");
  await executeLoad(loadPorts(), made.id, never());
  const [second] = (await filesOf(made.id)).filter((name) => name.startsWith("t_"));
  await dropTable(db.pool, second!.split(".")[0]!);
  await nextVersion(made, "a\n3\n");
  await executeLoad(loadPorts(), made.id, never());
  const files = await filesOf(made.id);
  expect([files.length, files.includes(second!)]).toEqual([2, false]);
});

test("versions count against the allowance of the day, files that are not loaded as uploads without bytes", async () => {
  const made = await loadedDataset();
  await nextVersion(made, "a\n2\n");
  await executeLoad(loadPorts(), made.id, never());
  // The same bytes: received, counted as one upload, and given back.
  const { incoming } = await received(made.by, "a\n2\n");
  await incoming.discard();
  expect(await uploads.check(made.by, 1)).toMatchObject({ code: "uploads-of-day-used", limit: PER_DAY });
  const { rows } = await db.pool.query("select bytes::int from uploads.received where user_id = $1 order by 1", [
    made.by,
  ]);
  expect(rows).toEqual([{ bytes: 0 }, { bytes: 4 }, { bytes: 4 }]);
});

const stored = async () =>
  (
    await db.pool.query<{ physical: string; stored_in: string; rows: number }>(
      "select physical, stored_in, row_count::int as rows from registry.tables order by ready_at",
    )
  ).rows;

test("an append stores the rows of its file alone, in the table of the version before, and its measurement is asked for", async () => {
  const made = await loadedDataset();
  const [first] = (await stored()).slice(-1);
  await nextVersion(made, "a\n2\n3\n", { mode: "append" });
  const before = await tables();
  expect(await executeLoad(loadPorts(), made.id, never())).toBe("done");
  expect(await tables()).toBe(before);
  const [second] = (await stored()).slice(-1);
  expect(second).toMatchObject({ stored_in: first!.physical, rows: 3 });
  expect(ports.woken).toContain(`measure-table ${second!.physical}`);
  expect(await stateOf(made.id)).toMatchObject({
    versions: 2,
    current: { physical: second!.physical, mode: "append" },
  });
  expect((await filesOf(made.id)).includes(`${second!.physical}.original`)).toBe(true);
});

test("a crash between the rows of an append and its event: they are there once", async () => {
  const made = await loadedDataset();
  const [first] = (await stored()).slice(-1);
  const uploadId = await nextVersion(made, "a\n2\n", { mode: "append" });
  // The process died here: the rows are appended, the event is not written.
  const file = await uploads.load({ datasetId: made.id, uploadId }, never());
  if (!file.ok) throw new Error(file.failure.code);
  const added = { base: first!.physical, added: file.table.physical, mode: "append", key: [], known: [] } as const;
  expect(await combineRows(db.pool, added)).toMatchObject({ ok: true });
  expect(await executeLoad(loadPorts(), made.id, never())).toBe("done");
  const state = await stateOf(made.id);
  expect(state).toMatchObject({ versions: 2, pending: null });
  const { rows } = await db.pool.query(`select c0::int as a from data.${first!.physical} order by _row_id`);
  expect(rows).toEqual([{ a: 1 }, { a: 2 }]);
  expect((await stored()).some(({ physical }) => physical === file.table.physical)).toBe(false);
});

test("a crash after the event of a load does not lose the job that measures its table", async () => {
  const made = await loadedDataset();
  await nextVersion(made, "a\n2\n");
  const asked: unknown[] = [];
  const jobs = {
    wake: async (job: string, id: string) => {
      const state = await stateOf(made.id);
      asked.push([job, id, "pending" in state && state.pending !== null]);
    },
  };
  expect(await executeLoad({ ...loadPorts(), jobs }, made.id, never())).toBe("done");
  const [table] = (await stored()).slice(-1);
  // It was queued while the load was still to be recorded.
  expect(asked).toEqual([["measure-table", table!.physical, true]]);
});

test("an upsert whose key does not identify the rows leaves version and tables as they were, and says why", async () => {
  const made = await loadedDataset();
  await nextVersion(made, "a\n2\n2\n", { mode: "upsert", key: ["a"] });
  const before = [await tables(), (await stored()).length];
  expect(await executeLoad(loadPorts(), made.id, never())).toBe("done");
  expect([await tables(), (await stored()).length]).toEqual(before);
  expect(await stateOf(made.id)).toMatchObject({ versions: 1, pending: null, loadFailure: "key-twice", key: [] });
  await nextVersion(made, "a\n1\n2\n", { mode: "upsert", key: ["a"] });
  await executeLoad(loadPorts(), made.id, never());
  expect(await stateOf(made.id)).toMatchObject({ versions: 2, key: ["a"] });
});
