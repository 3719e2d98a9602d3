import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Pool } from "pg";
import type { Budget } from "#domain/core/budget.ts";
import type { DiskRoom } from "../platform/disk-room.ts";
import { type CsvLoad, loadCsv, type LoadProgress } from "../tables/load/load-csv.ts";
import { forgetOrphans, removableOrphans } from "../tables/orphans.ts";
import { physicalName } from "../tables/registry.ts";
import { tooLargeUpload } from "../tables/load/store-original.ts";
import { type AllowanceLimits, createDailyAllowance } from "./daily-allowance.ts";
import { type IncomingUpload, incomingUpload, noRoom, ORIGINAL, type UploadRefusal } from "./incoming-upload.ts";
import { readRejected, type RejectedWindow } from "./read-rejected.ts";

export type UploadLimits = AllowanceLimits & {
  readonly uploadBytes: number;
  readonly uploadColumns: number;
  readonly uploadCellBytes: number;
};

/** Folders that one query asks about. */
const PORTION = 500;
/** What an upload that no dataset knows is told from one that is still coming by: no upload takes so long. */
const ABANDONED_MS = 7 * 60 * 60_000;
/** Progress is written at most this often; pages look about as often. */
const TELL_EVERY_MS = 500;
/** What a packed file is unpacked to is claimed in portions of this size. */
const UNPACKED_PORTION_BYTES = 64_000_000;
/** While rows are loaded the room on the disk is looked at after so many bytes; a small file needs no more than there is. */
const ROOM_PORTION_BYTES = 4_000_000;

/** Files that users send, each in a folder of its own (`<folder>/<dataset id>`), and the loading of their rows. */
type UploadOptions = {
  readonly pool: Pool;
  readonly loadPool?: Pool;
  readonly folder: string;
  readonly limits: UploadLimits;
  readonly room: DiskRoom;
};

export function createUploads({ pool, loadPool = pool, folder, limits, room }: UploadOptions) {
  const place = (datasetId: string) => path.join(folder, path.basename(datasetId));
  const rejectedPlace = (datasetId: string, physical: string) =>
    path.join(place(datasetId), `${path.basename(physical)}.rejected.jsonl`);
  const allowance = createDailyAllowance({ pool, limits });
  let claimedBytes = 0;
  let refusedClaims = 0;
  /** Holds what a file is unpacked to against the day's allowance of its owner; files of our own have none. */
  const unpackedClaim = async (datasetId: string) => {
    const start = await allowance.claimed(datasetId);
    let claimed = start?.bytes ?? 0;
    return async (bytes: number) => {
      if (start === null || bytes <= claimed) return null;
      const answer = await allowance.claimUnpacked(datasetId, start.userId, bytes, UNPACKED_PORTION_BYTES);
      if ("code" in answer) return answer;
      claimed = answer.bytes;
      return null;
    };
  };
  const count = (bytes: number, refused: boolean): void => {
    claimedBytes += bytes;
    if (refused) refusedClaims += 1;
  };
  return {
    /** Bytes that uploads under way have claimed in this process. */
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

    /** Why an upload whose file has about so many bytes is not taken now; null: it may begin. */
    async check(userId: string, bytes: number): Promise<UploadRefusal | null> {
      if (bytes > limits.uploadBytes) return { code: "too-large", message: tooLargeUpload(limits.uploadBytes).message };
      if (await room.isLow()) return noRoom();
      return allowance.check(userId, bytes);
    },

    incoming(userId: string): IncomingUpload {
      return incomingUpload({ userId, folder, maxBytes: limits.uploadBytes, allowance, room, count });
    },

    /** Keeps a file of our own as if it had been uploaded. */
    async keep(datasetId: string, bytes: Uint8Array): Promise<void> {
      await mkdir(place(datasetId), { recursive: true, mode: 0o700 });
      await writeFile(path.join(place(datasetId), ORIGINAL), bytes, { mode: 0o600 });
    },

    /** Loads the rows of a received file into a new table. Progress is kept for whoever looks at the dataset meanwhile. */
    async load(datasetId: string, signal?: AbortSignal): Promise<CsvLoad> {
      let told = 0;
      const tell = (progress: LoadProgress): void => {
        const now = Date.now();
        if (now - told < TELL_EVERY_MS) return;
        told = now;
        void keepProgress(pool, datasetId, progress).catch(() => undefined);
      };
      const admit = await unpackedClaim(datasetId);
      let unpacked = 0;
      let checkedTo = ROOM_PORTION_BYTES;
      const loaded = await loadCsv({
        pool: loadPool,
        source: path.join(place(datasetId), ORIGINAL),
        folder: place(datasetId),
        physical: physicalName(),
        limits: {
          maxBytes: limits.uploadBytes,
          maxColumns: limits.uploadColumns,
          maxCellBytes: limits.uploadCellBytes,
        },
        onProgress: tell,
        admit: async (bytes) => {
          unpacked = Math.max(unpacked, bytes);
          if (bytes > checkedTo) {
            await room.demand();
            checkedTo = bytes + ROOM_PORTION_BYTES;
          }
          return admit(bytes);
        },
        ...(signal ? { signal } : {}),
      }).catch((error: unknown) => {
        room.note(error);
        throw error;
      });
      if (loaded.ok)
        await allowance.settle(datasetId, datasetId, Math.max(unpacked, (await stat(loaded.original)).size));
      else if (loaded.refusal.name === "no-room") room.note(loaded.refusal.cause);
      return loaded;
    },

    async progress(datasetId: string): Promise<LoadProgress | null> {
      const { rows } = await pool.query<LoadProgress>(
        `select stage, bytes::float8 as bytes, of_bytes::float8 as "ofBytes", rows::float8 as rows from uploads.progress where dataset_id = $1`,
        [datasetId],
      );
      return rows[0] ?? null;
    },

    /** The bytes as they were sent; null when they are gone. */
    original: (datasetId: string) => opened(path.join(place(datasetId), ORIGINAL)),

    /** Rows that were set aside, one JSON object a line; null when there are none. */
    rejected: (datasetId: string, physical: string) => opened(rejectedPlace(datasetId, physical)),

    /** Some of those rows; null when there are none. */
    rejectedRows: (datasetId: string, physical: string, window: RejectedWindow) =>
      readRejected(rejectedPlace(datasetId, physical), window),

    /** Removes the files of datasets that have been gone for a day, and uploads that were cut off; fresh folders may belong to an upload that has no dataset yet. */
    async sweep(existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
        error.code === "ENOENT" ? [] : Promise.reject(error),
      );
      for (let from = 0; from < names.length; from += PORTION) {
        const portion = names.slice(from, from + PORTION);
        const known = await existing(portion);
        const idle: string[] = [];
        for (const name of portion.filter((each) => !known.has(each))) {
          const changed = await stat(path.join(folder, name)).catch(() => null);
          if (changed && Date.now() - changed.mtimeMs > ABANDONED_MS) idle.push(name);
        }
        // What was cut off before its last byte is of no use, whatever was restored.
        const cutOff: string[] = [];
        for (const name of idle)
          if (!(await stat(path.join(folder, name, ORIGINAL)).catch(() => null))) cutOff.push(name);
        const removable = await removableOrphans(pool, "upload", { known: [...known], unknown: idle });
        for (const name of new Set([...cutOff, ...removable])) await this.remove(name);
        await forgetOrphans(pool, "upload", [...cutOff, ...removable]);
      }
    },

    /** Removes notes of what was received and loaded, once no limit counts them and nobody looks at them any more. */
    async sweepNotes(): Promise<void> {
      await allowance.sweep();
      await pool.query("delete from uploads.progress where seen_at < now() - interval '7 days'");
    },

    async remove(datasetId: string): Promise<void> {
      await rm(place(datasetId), { recursive: true, force: true });
      await pool.query("delete from uploads.progress where dataset_id = $1", [datasetId]);
    },
  };
}

async function opened(file: string): Promise<Readable | null> {
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

async function keepProgress(
  pool: Pool,
  datasetId: string,
  { stage, bytes, ofBytes, rows }: LoadProgress,
): Promise<void> {
  await pool.query(
    `insert into uploads.progress (dataset_id, stage, bytes, of_bytes, rows) values ($1, $2, $3, $4, $5)
     on conflict (dataset_id) do update set stage = excluded.stage, bytes = excluded.bytes, of_bytes = excluded.of_bytes, rows = excluded.rows, seen_at = now()`,
    [datasetId, stage, bytes, ofBytes, rows],
  );
}
