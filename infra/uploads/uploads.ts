import { Readable } from "node:stream";
import type { Pool } from "pg";
import type { Budget } from "#domain/core/budget.ts";
import type { IncomingUpload, UploadProgress, UploadRecords, UploadRefusal } from "#domain/core/ports/uploads.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { deleteRows, sweptTogether } from "../clean-up/delete-rows.ts";
import type { FileStore } from "../files/file-store.ts";
import { type OwnedFiles, ownedFiles } from "../files/owned-files.ts";
import type { Scratch } from "../files/scratch.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import type { CsvLoad } from "../tables/load/csv-load.ts";
import { createDailyAllowance } from "./daily-allowance.ts";
import { createFileInspector } from "./inspect/file-inspector.ts";
import { incomingUpload } from "./incoming-upload.ts";
import { csvLimits, type FileToLoad, loadUpload, type UploadLimits } from "./load-upload.ts";
import { createRowsReader } from "./rows/rows-reader.ts";
import { readRejected, type RejectedWindow } from "./read-rejected.ts";
import { tableReport } from "../tables/registry.ts";
import {
  fileToLoad,
  firstFile,
  keepOriginalAgain,
  openOriginal,
  pruneFiles,
  rejectedFile,
  versionFile,
} from "./upload-files.ts";
import { createPreviewedFiles } from "./previewed/previewed-files.ts";
import { sweepUploads } from "./sweep-uploads.ts";

type UploadOptions = {
  readonly pool: Pool;
  readonly loadPool?: Pool;
  readonly store: FileStore;
  readonly scratch: Scratch;
  readonly limits: UploadLimits;
  readonly room: DiskRoom;
};

type AwaitedUploads = (datasetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const OLD_PROGRESS = { table: "uploads.progress", where: "seen_at < now() - interval '7 days'" };

/** Uploaded files, those of each dataset in a folder of its own, and the loading of their rows. */
export function createUploads({ pool, loadPool = pool, scratch, limits, room, ...options }: UploadOptions) {
  const store = ownedFiles(options.store, pool, "uploads");
  const allowance = createDailyAllowance({ pool, limits });
  const forgetProgress = (datasetId: string) => deleteProgress(pool, datasetId);
  const remove = async (datasetId: string): Promise<void> => {
    await store.removeFolder(datasetId);
    await Promise.all([forgetProgress(datasetId), deleteValidators(pool, datasetId)]);
  };
  const files = storedFiles(pool, store);
  let claimedBytes = 0;
  let refusedClaims = 0;
  const count = (bytes: number, refused: boolean): void => {
    claimedBytes += bytes;
    if (refused) refusedClaims += 1;
  };
  return {
    /** Bytes that running uploads have claimed in this process. */
    budget: {
      use: () => ({
        ...{ name: "upload bytes", limit: limits.uploadBytesPerDay, waiting: 0 },
        ...{ used: claimedBytes, refused: refusedClaims },
      }),
    } satisfies Budget,

    /** Most bytes of one file. */
    maxBytes: limits.uploadBytes,

    /** Why an upload of about so many bytes is refused now; null: it may begin. */
    async check(userId: string, bytes: number): Promise<UploadRefusal | null> {
      if (bytes > limits.uploadBytes) return { code: "upload-too-large", maxBytes: limits.uploadBytes };
      if (await room.isLow()) return { code: "no-room" };
      return allowance.check(userId, bytes);
    },

    left: allowance.left,

    incoming(userId: string): IncomingUpload<Readable> {
      const maxBytes = limits.uploadBytes;
      return incomingUpload({ userId, store, scratch, maxBytes, allowance, room, count, forgetProgress });
    },

    ...createRowsReader(),

    ...createFileInspector({ scratch, limits: csvLimits(limits), bytesOf: files.bytesOf }),

    /** Stores a file of our own as if it had been uploaded. */
    keep: (datasetId: string, bytes: Uint8Array) =>
      store.keep(Readable.from([bytes]), () => firstFile(datasetId)).then(() => undefined),

    /** Loads the rows of a received file into a new table. Its progress can be read meanwhile. */
    load: (file: FileToLoad, signal?: AbortSignal): Promise<CsvLoad> =>
      loadUpload({ pool, loadPool, limits, room, allowance, store, scratch }, file, signal),

    report: (physical: string) => tableReport(pool, physical),

    progress: async (datasetId: string) => (await progressOf(pool, [datasetId])).get(datasetId) ?? null,
    progressOf: (datasetIds: readonly string[]) => progressOf(pool, datasetIds),

    ...files,

    /** `sweepUploads`. */
    sweep: (existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> =>
      sweepUploads({ pool, store, existing, remove }),

    sweepHeld: store.sweepHeld,

    /** Removes records of received and loaded files that no limit counts and no page shows any more. */
    sweepNotes: async (until: AbortSignal): Promise<Swept> =>
      sweptTogether([
        await allowance.sweep(until),
        await files.sweepPreviewed(until),
        await deleteRows(pool, OLD_PROGRESS, until),
      ]),

    remove,

    ...receivedFiles(pool, store),

    forgetProgress,
  };
}

/** The files of versions until they have been loaded, or will not be. */
function receivedFiles(pool: Pool, store: OwnedFiles) {
  return {
    /**
     * Removes the file of a version that will not be loaded any more, and what else nobody needs of the files of its
     * dataset. `awaited`: the upload whose rows the dataset waits for.
     */
    async prune(datasetId: string, uploadId: string, awaited: string | null): Promise<void> {
      await store.remove([versionFile(datasetId, uploadId)]);
      await pruneFiles(store, pool, [datasetId], new Map(awaited === null ? [] : [[datasetId, awaited]]));
    },

    /** Removes files of existing datasets that nobody has named for a day. `awaited`: the upload that each waits for. */
    sweepForgotten: (awaited: AwaitedUploads, until: AbortSignal): Promise<Swept> =>
      store.sweepForgotten(async (ids) => pruneFiles(store, pool, ids, await awaited(ids)), until),

    keepOriginalAgain: (...asked: Parameters<UploadRecords["keepOriginalAgain"]>) => keepOriginalAgain(store, ...asked),

    /** Removes a file that was kept for a version and will not be loaded. */
    removeVersion: (datasetId: string, uploadId: string): Promise<void> =>
      store.remove([versionFile(datasetId, uploadId)]),

    /** Whether a received file is there; `uploadId` null: the first one of its dataset. */
    async hasFile(datasetId: string, uploadId: string | null): Promise<boolean> {
      const file = await store.open(fileToLoad(datasetId, uploadId));
      await file?.close();
      return file !== null;
    },
  };
}

async function deleteProgress(pool: Pool, datasetId: string): Promise<void> {
  await pool.query("delete from uploads.progress where dataset_id = $1", [datasetId]);
}

async function deleteValidators(pool: Pool, datasetId: string): Promise<void> {
  await pool.query("delete from uploads.fetched where dataset_id = $1", [datasetId]);
}

/** What can be read of the files of datasets, and of those that are not published yet. */
function storedFiles(pool: Pool, store: FileStore) {
  const rejected = (datasetId: string, physical: string) => store.open(rejectedFile(datasetId, physical));
  /** The bytes as uploaded; null if they are gone. */
  const original = (datasetId: string, of: { readonly physical: string | null; readonly version: number }) =>
    openOriginal(store, datasetId, of);
  return {
    original,

    ...createPreviewedFiles({ pool, original: (id) => original(id, { physical: null, version: 0 }) }),

    /** Rejected rows, one JSON object per line; null if there are none. */
    rejected,

    /** Some of those rows; null if there are none. */
    async rejectedRows(datasetId: string, physical: string, window: RejectedWindow) {
      const file = await rejected(datasetId, physical);
      if (!file) return null;
      try {
        return await readRejected(file.read(), window);
      } finally {
        await file.close();
      }
    },
  };
}

async function progressOf(pool: Pool, datasetIds: readonly string[]): Promise<ReadonlyMap<string, UploadProgress>> {
  const { rows } = await pool.query<UploadProgress & { id: string }>(
    `select dataset_id as id, stage, bytes::float8 as bytes, of_bytes::float8 as "ofBytes", rows::float8 as rows from uploads.progress where dataset_id = any($1)`,
    [datasetIds],
  );
  return new Map(rows.map(({ id, ...progress }) => [id, progress]));
}
