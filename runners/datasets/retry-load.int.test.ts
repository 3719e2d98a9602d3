import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aggregate } from "#domain/core/aggregate.ts";
import { dataset } from "#domain/dataset/decider.ts";
import type { VersionMode } from "#domain/dataset/events.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { cancelLoad, fileOfJob, retryLoad, uploadVersion } from "#domain/use-cases/datasets/upload-version.ts";
import { folderStore } from "#infra/files/folder-store.ts";
import { openScratch } from "#infra/files/scratch.ts";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { dropTable } from "#infra/tables/remove-tables.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { combineRows } from "#infra/tables/versions/combine-rows.ts";
import { uploadMigrations } from "#infra/uploads/upload-migrations.ts";
import { createUploads } from "#infra/uploads/uploads.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import {
  causeOf,
  person,
  portsOver,
  processMigrations,
  type ProcessPorts,
  processPorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { executeLoad, type LoadPorts, removeReceived } from "./load-dataset.ts";

/** Loads that fail for a reason that is not in the file, and are tried again with the file that is kept. */
type Uploads = ReturnType<typeof createUploads>;
type Made = { readonly id: string; readonly by: string };

let db: FreshDatabase;
let ports: ProcessPorts;
let exclusive: ReturnType<typeof createExclusiveWork>;
let folder: string;
let uploads: Uploads;
/** The same files on a disk that has no room for a larger load. */
let onFullDisk: Uploads;

beforeAll(async () => {
  db = await testDatabase();
  ports = await processPorts(db.pool);
  await migrate(db.pool, [...processMigrations, ...tableMigrations, ...uploadMigrations]);
  exclusive = createExclusiveWork(db.pool);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-retries-"));
  const withFree = (minFreeBytes: number) =>
    createUploads({
      pool: db.pool,
      store: folderStore(path.join(folder, "uploads")),
      scratch: openScratch(path.join(folder, "scratch")),
      room: createDiskRoom({ folder, pool: db.pool, minFreeBytes }),
      limits: {
        ...{ uploadBytes: 1e8, uploadColumns: 100, uploadCellBytes: 1e5 },
        ...{ uploadBytesPerDay: 1e9, uploadsPerDay: 100 },
      },
    });
  uploads = withFree(1);
  onFullDisk = withFree(Number.MAX_SAFE_INTEGER);
});
afterAll(async () => {
  await exclusive?.close();
  await ports?.store.close();
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const loadPorts = (from: Pick<Uploads, "load"> = uploads, over: Partial<LoadPorts> = {}): LoadPorts => ({
  ...ports,
  exclusive,
  uploads: { load: from.load, prune: uploads.prune },
  combine: (combination) => combineRows(db.pool, combination),
  dropTable: (physical) => dropTable(db.pool, physical),
  passes: () => false,
  reportError: () => undefined,
  ...over,
});
/** A load that meets a fault of ours. */
const faulty = { load: () => Promise.reject(new Error("planted")) };
const never = () => new AbortController().signal;
const load = (id: string, over: LoadPorts) => executeLoad(over, id, never());

async function received(by: string, csv: string) {
  const incoming = uploads.incoming(by);
  const file = await incoming.receive(Readable.from([Buffer.from(csv)]), never());
  if (!file.ok) throw new Error(file.refusal.code);
  return { incoming, file: { sha256: file.sha256, bytes: file.bytes } };
}

/** A dataset whose first file waits for its load. */
async function uploaded(csv = "a\n1\n"): Promise<Made> {
  const [by, id] = [await person(ports), ports.ids.fresh()];
  const { incoming, file } = await received(by, csv);
  const card = {
    ...{ title: "Rivers", description: "", category: "Other", keywords: [], license: "none" },
    ...{ isPublic: true, onRequest: false, fileName: "rivers.csv", file },
  };
  const keepFile = (datasetId: string) => incoming.keep(datasetId);
  await valueOf(uploadDataset({ ...ports, keepFile }, { ...card, datasetId: id, by }, causeOf()));
  return { id, by };
}

async function loadedDataset(): Promise<Made> {
  const made = await uploaded();
  await load(made.id, loadPorts());
  return made;
}

async function nextVersion(
  { id, by }: Made,
  csv: string,
  mode: VersionMode = "replace",
  { uploadId, cause } = { uploadId: ports.ids.fresh(), cause: causeOf() },
): Promise<string> {
  const { incoming, file } = await received(by, csv);
  const keepFile = (datasetId: string, upload: string) => incoming.keepVersion(datasetId, upload);
  await valueOf(
    uploadVersion(
      { ...ports, keepFile, removeFile: uploads.removeVersion },
      {
        ...{ datasetId: id, uploadId, by, fileName: "next.csv", mayChangeColumns: false, onlyAfter: null },
        ...{ mode, key: [], file },
      },
      cause,
    ),
  );
  await incoming.discard();
  return uploadId;
}

const retry = ({ id, by }: Made, uploadId: string | null, takesColumns = false, over: ProcessPorts = ports) =>
  retryLoad({ ...over, ...uploads }, { datasetId: id, by, uploadId, takesColumns }, causeOf());
const stateOf = (id: string) => aggregate(ports.log, dataset).load(id);
const eventsOf = async (id: string) => (await aggregate(ports.log, dataset).history(id)).map(({ type }) => type);
const receivedOf = async (id: string) =>
  (await readdir(path.join(folder, "uploads", id))).filter((name) => name.endsWith(".received"));
const tables = async () =>
  (await db.pool.query("select from pg_tables where schemaname = 'data' and tablename like 't\\_%'")).rowCount ?? 0;

test("a fault of ours keeps the file of a version, which is loaded at the retry, once, as the same version", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n3\n");
  const left = await uploads.left(made.by);
  expect(await load(made.id, loadPorts(faulty))).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ status: "ready", versions: 1, loadFailure: "fault", pending: null });
  // A job that comes a second time, after a crash, leaves it too.
  expect(await removeReceived(loadPorts(), { datasetId: made.id, uploadId })).toBe("done");
  expect(await receivedOf(made.id)).toEqual([`${uploadId}.received`]);

  const before = await tables();
  await valueOf(retry(made, uploadId));
  const job = ports.woken.at(-1)!;
  expect(job).toBe(`load-dataset ${made.id}/${uploadId}/2`);
  expect(fileOfJob(job.split(" ")[1]!)).toEqual({ datasetId: made.id, uploadId });
  expect(await load(made.id, loadPorts())).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ versions: 2, pending: null, failed: null, loadFailure: null });
  expect([await tables(), await receivedOf(made.id)]).toEqual([before + 1, []]);
  expect(await eventsOf(made.id)).toEqual([
    ...["DatasetCreated", "DatasetLoaded", "DatasetVersionRequested", "DatasetLoadFailed"],
    ...["DatasetLoadRetried", "DatasetLoaded"],
  ]);
  // It counts as no further upload of the day, and there is nothing to try again now.
  expect((await uploads.left(made.by)).remaining).toBe(left.remaining);
  expect(await retry(made, uploadId)).toMatchObject({ ok: false, refusal: { code: "load-not-retryable" } });
});

test("a full disk keeps the first file, which is loaded when there is room again", async () => {
  const made = await uploaded(`a,b\n${"123456789,abcdefghi\n".repeat(400_000)}`);
  expect(await load(made.id, loadPorts(onFullDisk))).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ status: "failed", versions: 0, loadFailure: "no-room" });
  await valueOf(retry(made, null));
  expect(ports.woken.at(-1)).toBe(`load-dataset ${made.id}//2`);
  expect(await stateOf(made.id)).toMatchObject({ status: "loading", pending: { uploadId: null, attempt: 2 } });
  expect(await load(made.id, loadPorts(onFullDisk))).toBe("done");
  await valueOf(retry(made, null));
  expect(await load(made.id, loadPorts())).toBe("done");
  expect(await stateOf(made.id)).toMatchObject({ status: "ready", versions: 1, pending: null });
  expect((await eventsOf(made.id)).slice(1)).toEqual([
    ...["DatasetLoadFailed", "DatasetLoadRetried", "DatasetLoadFailed", "DatasetLoadRetried", "DatasetLoaded"],
  ]);
});

test("an upload that comes again under its key is loaded again after a failure of ours, and only then", async () => {
  const made = await loadedDataset();
  const [uploadId, cause] = [ports.ids.fresh(), causeOf()];
  const again = () => nextVersion(made, "a\n2\n", "append", { uploadId, cause });
  await again();
  // The process died before it had queued the job.
  await again();
  expect(ports.woken.at(-1)).toBe(`load-dataset ${made.id}/${uploadId}`);
  for (const attempt of [2, 3]) {
    expect(await load(made.id, loadPorts(faulty))).toBe("done");
    expect(await stateOf(made.id)).toMatchObject({ versions: 1, loadFailure: "fault" });
    await again();
    expect(ports.woken.at(-1)).toBe(`load-dataset ${made.id}/${uploadId}/${attempt}`);
  }
  expect(await load(made.id, loadPorts())).toBe("done");
  await again();
  expect(await stateOf(made.id)).toMatchObject({ versions: 2, pending: null, failed: null });
  expect(await receivedOf(made.id)).toEqual([]);
  expect(await eventsOf(made.id)).toEqual([
    ...["DatasetCreated", "DatasetLoaded", "DatasetVersionRequested", "DatasetLoadFailed", "DatasetLoadRetried"],
    ...["DatasetLoadFailed", "DatasetLoadRetried", "DatasetLoaded"],
  ]);
});

test("other columns are taken with the file that was refused for them, if its owner says so", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "b,c\n2,x\n");
  await load(made.id, loadPorts());
  expect(await stateOf(made.id)).toMatchObject({ versions: 1, loadFailure: "columns-changed" });
  expect(await retry(made, uploadId)).toMatchObject({ ok: false, refusal: { code: "load-needs-columns" } });
  await valueOf(retry(made, uploadId, true));
  await load(made.id, loadPorts());
  expect(await stateOf(made.id)).toMatchObject({
    versions: 2,
    current: { columns: [{ name: "b" }, { name: "c" }] },
  });
  expect(await receivedOf(made.id)).toEqual([]);
});

test("a fault while rows are added adds them once", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n", "append");
  const before = await tables();
  await load(made.id, loadPorts(uploads, { combine: () => Promise.reject(new Error("planted")) }));
  expect(await stateOf(made.id)).toMatchObject({ versions: 1, loadFailure: "fault" });
  // The rows of the file are gone too.
  expect(await tables()).toBe(before);
  await valueOf(retry(made, uploadId));
  await load(made.id, loadPorts());
  const state = await stateOf(made.id);
  expect(state).toMatchObject({ versions: 2, current: { mode: "append" } });
  const { rows } = await db.pool.query("select row_count::int as rows from registry.tables where physical = $1", [
    "current" in state ? state.current?.physical : "",
  ]);
  expect(rows).toEqual([{ rows: 2 }]);
});

test("a retry while the failed load is still ending is not lost", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  const ofWeb = await portsOver(db.pool);
  let retries = 0;
  const log: typeof ports.log = {
    ...ports.log,
    async append(...written) {
      const appended = await ports.log.append(...written);
      if (retries === 0 && written[1].some(({ type }) => type === "DatasetLoadFailed")) {
        retries += 1;
        await valueOf(retry(made, uploadId, false, ofWeb));
      }
      return appended;
    },
  };
  const onceFaulty: Pick<Uploads, "load"> = {
    load: (...asked) => (retries === 0 ? faulty.load() : uploads.load(...asked)),
  };
  expect(await load(made.id, loadPorts(onceFaulty, { log }))).toBe("done");
  expect([await stateOf(made.id), retries]).toMatchObject([{ versions: 2, pending: null }, 1]);
  await ofWeb.store.close();
});

test("a process that still does the first load when the retry is there has no effect", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  const before = await tables();
  // Its claim was lost, so that another process fails and the owner tries again before it ends.
  let loads = 0;
  const slow: Pick<Uploads, "load"> = {
    async load(...asked) {
      const rows = await uploads.load(...asked);
      loads += 1;
      if (loads > 1) return rows;
      await load(made.id, loadPorts(faulty, { exclusive: other }));
      await valueOf(retry(made, uploadId));
      return rows;
    },
  };
  const other = { ...exclusive, run: async (_: string, work: () => Promise<void>) => (await work(), "done" as const) };
  expect(await load(made.id, loadPorts(slow))).toBe("done");
  // The claimed process went on with the retry, whose rows are those of the version.
  expect(loads).toBe(2);
  expect([await stateOf(made.id), await tables()]).toMatchObject([{ versions: 2, pending: null }, before + 1]);
  expect((await eventsOf(made.id)).filter((type) => type === "DatasetLoaded")).toHaveLength(2);
});

test("the kept file goes with the next file, and with a retry that is cancelled", async () => {
  const made = await loadedDataset();
  const first = await nextVersion(made, "a\n2\n");
  await load(made.id, loadPorts(faulty));
  const second = await nextVersion(made, "a\n3\n");
  expect(await receivedOf(made.id)).toEqual([`${second}.received`]);
  expect(await retry(made, first)).toMatchObject({ ok: false, refusal: { code: "version-in-progress" } });
  await load(made.id, loadPorts(faulty));
  await valueOf(retry(made, second));
  await valueOf(cancelLoad(ports, { datasetId: made.id, by: made.by, uploadId: second }, causeOf()));
  expect(await removeReceived(loadPorts(), { datasetId: made.id, uploadId: second })).toBe("done");
  expect(await receivedOf(made.id)).toEqual([]);
});

test("a file of which a row is at fault is not kept, and one that is gone cannot be loaded again", async () => {
  const made = await loadedDataset();
  await nextVersion(made, 'a\n"2\n');
  await load(made.id, loadPorts());
  expect([await stateOf(made.id), await receivedOf(made.id)]).toMatchObject([{ loadFailure: "no-fitting-row" }, []]);
  const uploadId = await nextVersion(made, "a\n2\n");
  await load(made.id, loadPorts(faulty));
  await uploads.removeVersion(made.id, uploadId);
  expect(await retry(made, uploadId)).toMatchObject({ ok: false, refusal: { code: "load-not-retryable" } });
  expect(await stateOf(made.id)).toMatchObject({ pending: null });
});

test("a retry forgets how far the load before was", async () => {
  const made = await loadedDataset();
  const uploadId = await nextVersion(made, "a\n2\n");
  await load(made.id, loadPorts(faulty));
  await db.pool.query(
    "insert into uploads.progress (dataset_id, stage, bytes, of_bytes, rows) values ($1, 'load', 2, 4, 1) on conflict (dataset_id) do update set stage = 'load'",
    [made.id],
  );
  await valueOf(retry(made, uploadId));
  expect(await uploads.progress(made.id)).toBeNull();
});
