import { stat } from "node:fs/promises";
import type { Pool } from "pg";
import type { FileStore } from "../files/file-store.ts";
import type { Scratch } from "../files/scratch.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import type { CsvLoad, CsvLoaded } from "../tables/load/csv-load.ts";
import { loadCsv } from "../tables/load/load-csv.ts";
import type { UploadProgress } from "#domain/core/ports/uploads.ts";
import type { ReadSettings } from "#domain/dataset/load-settings.ts";
import type { ExpectedColumn } from "#domain/dataset/schema.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { PROGRESS_CHANNEL } from "../beside-log/progress-channel.ts";
import type { CsvLimits } from "../tables/csv/plan.ts";
import { physicalName } from "../tables/registry.ts";
import type { AllowanceLimits, DailyAllowance } from "./daily-allowance.ts";
import { fileOfTable, fileToLoad, rejectedFile, versionClaim } from "./upload-files.ts";

export type UploadLimits = AllowanceLimits & {
  readonly uploadBytes: number;
  readonly uploadColumns: number;
  readonly uploadCellBytes: number;
};

/** The limits of a CSV file. */
export function csvLimits({ uploadBytes, uploadColumns, uploadCellBytes }: UploadLimits): CsvLimits {
  return { maxBytes: uploadBytes, maxColumns: uploadColumns, maxCellBytes: uploadCellBytes };
}

/** How often progress is written at most; pages read it about as often. */
const PROGRESS_INTERVAL_MS = 500;
/** The decompressed size of a file is claimed in portions of this size. */
const UNPACKED_PORTION_BYTES = 64_000_000;
/** During a load the free disk space is checked after so many bytes; a small file needs no check. */
const ROOM_PORTION_BYTES = 4_000_000;

/** Which file is loaded. `uploadId` null: the first one of its dataset. */
export type FileToLoad = {
  readonly datasetId: string;
  readonly uploadId: string | null;
  /** The columns of the version before. */
  readonly expected?: readonly ExpectedColumn[];
  /** What the uploader decided about the file. */
  readonly settings?: ReadSettings;
};

type LoadOptions = {
  readonly store: FileStore;
  readonly scratch: Scratch;
  readonly pool: Pool;
  readonly loadPool: Pool;
  readonly limits: UploadLimits;
  readonly room: DiskRoom;
  readonly allowance: DailyAllowance;
};

/** Loads the rows of a received file into a new table. Its progress can be read meanwhile. */
export async function loadUpload(options: LoadOptions, file: FileToLoad, signal?: AbortSignal): Promise<CsvLoad> {
  const { store, scratch, room } = options;
  const name = fileToLoad(file.datasetId, file.uploadId);
  try {
    const source = await store.onDisk(name, signal);
    if (!source) throw new Error(`There is no file ${name}`);
    const work = await scratch.make();
    try {
      const loaded = await loadFrom(options, file, { source: source.path, folder: work.path }, signal);
      if (loaded.ok) await keepWithTable(store, file, name, loaded);
      return loaded;
    } finally {
      await work.remove();
      await source.release();
    }
  } catch (error) {
    room.note(error);
    throw error;
  }
}

async function loadFrom(
  { pool, loadPool, limits, room, allowance }: LoadOptions,
  { datasetId, uploadId, expected, settings = {} }: FileToLoad,
  from: { readonly source: string; readonly folder: string },
  signal: AbortSignal | undefined,
): Promise<CsvLoad> {
  const claim = uploadId === null ? datasetId : versionClaim(datasetId, uploadId);
  const claimUnpacked = await unpackedClaim(allowance, claim);
  let unpacked = 0;
  let checkedTo = ROOM_PORTION_BYTES;
  const admit = async (bytes: number): Promise<LoadFailure | null> => {
    unpacked = Math.max(unpacked, bytes);
    if (bytes > checkedTo) {
      await room.demand();
      checkedTo = bytes + ROOM_PORTION_BYTES;
    }
    return claimUnpacked(bytes);
  };
  const loaded = await loadCsv({
    pool: loadPool,
    ...from,
    ...(expected ? { expected } : {}),
    settings,
    physical: physicalName(),
    limits: csvLimits(limits),
    onProgress: progressWriter(pool, datasetId),
    admit,
    ...(signal ? { signal } : {}),
  });
  if (loaded.ok) await allowance.settle(claim, claim, Math.max(unpacked, (await stat(loaded.original)).size));
  else if (loaded.failure.code === "no-room") room.note(loaded.cause);
  return loaded;
}

/** Keeps the rejected rows, and gives the file of a version the name of its table beside the one that it has until then. */
async function keepWithTable(
  store: FileStore,
  { datasetId, uploadId }: FileToLoad,
  name: string,
  { table, rejected }: CsvLoaded,
): Promise<void> {
  if (rejected.path !== null) await store.take(rejected.path, rejectedFile(datasetId, table.physical));
  if (uploadId !== null) await store.copy(name, fileOfTable(datasetId, table.physical));
}

/** Counts the decompressed size of a file against its owner's daily allowance; our own files have none. */
async function unpackedClaim(
  allowance: DailyAllowance,
  claim: string,
): Promise<(bytes: number) => Promise<LoadFailure | null>> {
  const start = await allowance.claimed(claim);
  let claimed = start?.bytes ?? 0;
  return async (bytes) => {
    if (start === null || bytes <= claimed) return null;
    const answer = await allowance.claimUnpacked(claim, start.userId, bytes, UNPACKED_PORTION_BYTES);
    if ("code" in answer) return { code: "quota", facts: {} };
    claimed = answer.bytes;
    return null;
  };
}

/** Stores progress, at most every PROGRESS_INTERVAL_MS. Progress that cannot be stored is dropped. */
export function progressWriter(pool: Pool, datasetId: string): (progress: UploadProgress) => void {
  let writtenAt = -Infinity;
  return (progress) => {
    const now = performance.now();
    if (now - writtenAt < PROGRESS_INTERVAL_MS) return;
    writtenAt = now;
    void keepProgress(pool, datasetId, progress).catch(() => undefined);
  };
}

async function keepProgress(
  pool: Pool,
  datasetId: string,
  { stage, bytes, ofBytes, rows }: UploadProgress,
): Promise<void> {
  await pool.query(
    `with kept as (
       insert into uploads.progress (dataset_id, stage, bytes, of_bytes, rows) values ($1, $2, $3, $4, $5)
       on conflict (dataset_id) do update set stage = excluded.stage, bytes = excluded.bytes, of_bytes = excluded.of_bytes, rows = excluded.rows, seen_at = now()
       returning 1
     ) select pg_notify('${PROGRESS_CHANNEL}', '') from kept`,
    [datasetId, stage, bytes, ofBytes, rows],
  );
}
