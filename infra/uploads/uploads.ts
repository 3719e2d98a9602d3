import { mkdir, open, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Pool } from "pg";
import type { Budget } from "#domain/core/budget.ts";
import type { IncomingUpload, UploadProgress, UploadRefusal } from "#domain/core/ports/uploads.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import type { CsvLoad } from "../tables/load/load-csv.ts";
import { createDailyAllowance } from "./daily-allowance.ts";
import { incomingUpload, ORIGINAL } from "./incoming-upload.ts";
import { loadUpload, type UploadLimits } from "./load-upload.ts";
import { readRejected, type RejectedWindow } from "./read-rejected.ts";
import { sweepUploads } from "./sweep-uploads.ts";

type UploadOptions = {
  readonly pool: Pool;
  readonly loadPool?: Pool;
  readonly folder: string;
  readonly limits: UploadLimits;
  readonly room: DiskRoom;
};

/** Uploaded files, each in a folder of its own (`<folder>/<dataset id>`), and the loading of their rows. */
export function createUploads({ pool, loadPool = pool, folder, limits, room }: UploadOptions) {
  const uploadFolder = (datasetId: string) => path.join(folder, path.basename(datasetId));
  const rejectedPath = (datasetId: string, physical: string) =>
    path.join(uploadFolder(datasetId), `${path.basename(physical)}.rejected.jsonl`);
  const allowance = createDailyAllowance({ pool, limits });
  const remove = async (datasetId: string): Promise<void> => {
    await rm(uploadFolder(datasetId), { recursive: true, force: true });
    await pool.query("delete from uploads.progress where dataset_id = $1", [datasetId]);
  };
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
        name: "upload bytes",
        used: claimedBytes,
        limit: limits.uploadBytesPerDay,
        waiting: 0,
        refused: refusedClaims,
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

    incoming(userId: string): IncomingUpload<Readable> {
      return incomingUpload({ userId, folder, maxBytes: limits.uploadBytes, allowance, room, count });
    },

    /** Stores a file of our own as if it had been uploaded. */
    async keep(datasetId: string, bytes: Uint8Array): Promise<void> {
      await mkdir(uploadFolder(datasetId), { recursive: true, mode: 0o700 });
      await writeFile(path.join(uploadFolder(datasetId), ORIGINAL), bytes, { mode: 0o600 });
    },

    /** Loads the rows of a received file into a new table. Its progress can be read meanwhile. */
    load: (datasetId: string, signal?: AbortSignal): Promise<CsvLoad> =>
      loadUpload({ pool, loadPool, limits, room, allowance }, datasetId, uploadFolder(datasetId), signal),

    progress: async (datasetId: string) => (await progressOf(pool, [datasetId])).get(datasetId) ?? null,
    progressOf: (datasetIds: readonly string[]) => progressOf(pool, datasetIds),

    /** The bytes as uploaded; null if they are gone. */
    original: (datasetId: string) => opened(path.join(uploadFolder(datasetId), ORIGINAL)),

    /** Rejected rows, one JSON object per line; null if there are none. */
    rejected: (datasetId: string, physical: string) => opened(rejectedPath(datasetId, physical)),

    /** Some of those rows; null if there are none. */
    rejectedRows: (datasetId: string, physical: string, window: RejectedWindow) =>
      readRejected(rejectedPath(datasetId, physical), window),

    /** Removes the files of datasets that have been gone for a day, and aborted uploads. */
    sweep: (existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> =>
      sweepUploads({ pool, folder, existing, remove }),

    /** Removes records of received and loaded files that no limit counts and no page shows any more. */
    async sweepNotes(): Promise<void> {
      await allowance.sweep();
      await pool.query("delete from uploads.progress where seen_at < now() - interval '7 days'");
    },

    remove,
  };
}

async function progressOf(pool: Pool, datasetIds: readonly string[]): Promise<ReadonlyMap<string, UploadProgress>> {
  const { rows } = await pool.query<UploadProgress & { id: string }>(
    `select dataset_id as id, stage, bytes::float8 as bytes, of_bytes::float8 as "ofBytes", rows::float8 as rows from uploads.progress where dataset_id = any($1)`,
    [datasetIds],
  );
  return new Map(rows.map(({ id, ...progress }) => [id, progress]));
}

async function opened(file: string): Promise<Readable | null> {
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
