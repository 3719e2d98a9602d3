import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Pool } from "pg";
import { isNoRoom } from "#domain/core/no-room.ts";
import type { RejectedRow, UploadProgress } from "#domain/core/ports/uploads.ts";
import type { Column, TableVersion } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { LoadReport } from "#domain/dataset/load-report.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { readerHere, readerInWorker } from "../csv/csv-reader.ts";
import { isPacked } from "../csv/file-bytes.ts";
import { CSV_LIMITS, type CsvLimits, tooLarge } from "../csv/plan.ts";
import { loadFile, NotAdmitted } from "./load-file.ts";
import { storeOriginal } from "./store-original.ts";

export type LoadCsvOptions = {
  /** Its statement time limits the load's COPY. */
  readonly pool: Pool;
  /** The bytes as they arrive, or the path of a complete file. */
  readonly source: Readable | string;
  /** Folder for the original and the rejected rows. It exists and is used by this load only. */
  readonly folder: string;
  /** Generated name (`physicalName()`), not used yet. */
  readonly physical: string;
  readonly limits?: Partial<CsvLimits>;
  /** What the uploader decided about the file. */
  readonly settings?: LoadSettings;
  /** The columns of the version before: one of the same name keeps its type if every cell fits it. */
  readonly expected?: readonly Column[];
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Called as the file is read, with its unpacked bytes so far; returns why not to read on, or null. */
  readonly admit?: (unpackedBytes: number) => Promise<LoadFailure | null>;
  readonly signal?: AbortSignal;
};

export type CsvLoaded = {
  readonly ok: true;
  readonly table: TableVersion;
  /** Path of the original bytes, which are kept. */
  readonly original: string;
  /** Rejected rows; all of them are in the JSON-lines file `path` (null: there are none). */
  readonly rejected: { readonly count: number; readonly sample: readonly RejectedRow[]; readonly path: string | null };
  /** What was decided about the file and changed in it. */
  readonly report: LoadReport;
};

/** `cause`: the error of the disk or Postgres when there was no room. */
export type CsvLoad = CsvLoaded | { readonly ok: false; readonly failure: LoadFailure; readonly cause?: unknown };

/**
 * Smaller files are read in the thread that loads: a worker would take longer to start. A packed file may unpack to a
 * thousand times its size.
 */
const SMALL_BYTES = 500_000;
const SMALL_PACKED_BYTES = 20_000;

/**
 * Loads a CSV file into a new table of schema `data` and registers it, all in one transaction: either it is readable
 * when this resolves, or nothing of it is in the database. A refusal or failure leaves no file behind, unless `source`
 * was a path.
 */
export async function loadCsv(options: LoadCsvOptions): Promise<CsvLoad> {
  const { source, folder, physical, signal } = options;
  const limits = { ...CSV_LIMITS, ...options.limits };
  const rejectedPath = path.join(folder, `${physical}.rejected.jsonl`);
  const stored = typeof source !== "string";
  const original = stored ? path.join(folder, `${physical}.original`) : source;
  let loaded: CsvLoad | null = null;
  try {
    if (stored) {
      const received = await storeOriginal({
        folder,
        name: path.basename(original),
        source,
        maxBytes: limits.maxBytes,
        signal,
        onProgress: (bytes) => options.onProgress?.({ stage: "receive", bytes, ofBytes: null, rows: 0 }),
      });
      if (!received.ok) return { ok: false, failure: tooLarge(limits) };
    }
    const bytes = (await stat(original)).size;
    const isSmall = bytes <= ((await isPacked(original)) ? SMALL_PACKED_BYTES : SMALL_BYTES);
    const { settings = {} } = options;
    const reading = { path: original, rejectedPath, limits, settings };
    const reader = isSmall ? readerHere(reading) : readerInWorker(reading);
    const stop = () => void reader.close();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      loaded = await loadFile({ ...options, settings, original, rejectedPath, bytes, reader });
      return loaded;
    } finally {
      signal?.removeEventListener("abort", stop);
      await reader.close();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NotAdmitted) return { ok: false, failure: error.failure };
    if (!isNoRoom(error)) throw error;
    return { ok: false, failure: { code: "no-room", facts: {} }, cause: error };
  } finally {
    if (!loaded?.ok) {
      await rm(rejectedPath, { force: true });
      if (stored) await rm(original, { force: true });
      if (typeof source !== "string") source.destroy();
    }
  }
}
