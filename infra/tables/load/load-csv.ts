import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import { holdsNumbers } from "../csv/cell-types.ts";
import { memoryFailure, readerHere, readerInWorker } from "../csv/csv-reader.ts";
import { firstBytes, packingOf } from "../csv/file-bytes.ts";
import { isReadFromPlaces } from "../readers/file-content.ts";
import { CSV_LIMITS, tooLarge } from "../csv/plan.ts";
import type { CsvLoad, LoadCsvOptions } from "./csv-load.ts";
import { loadFile, NotAdmitted } from "./load-file.ts";
import { storeOriginal } from "./store-original.ts";

/**
 * Smaller files are read in the thread that loads: a worker would take longer to start. A packed file may unpack to a
 * thousand times its size, and finding out how 500 kB of cells are divided takes a second.
 */
const SMALL_BYTES = 50_000;
const HEAD_BYTES = 512;

/**
 * Whether a file may have far more cells than its size shows: it is packed, or its rows may leave out cells. `head`: its
 * first bytes; text of two bytes a character has NUL in them.
 */
export function mayGrow(head: Buffer, { format }: LoadSettings): boolean {
  const isJson = format === "json" || format === "ndjson" || /^[\s\xef\xbb\xbf]*[[{]/.test(head.toString("latin1"));
  return isJson || packingOf(head) !== null || isReadFromPlaces(head) || head.includes(0);
}

/**
 * Loads a file into a new table of schema `data` and registers it, all in one transaction: either it is readable
 * when this resolves, or nothing of it is in the database. A refusal or failure leaves no file behind, unless `source`
 * was a path.
 */
export async function loadCsv(options: LoadCsvOptions): Promise<CsvLoad> {
  const { source, folder, physical, signal } = options;
  const limits = { ...CSV_LIMITS, ...options.limits };
  const rejectedPath = path.join(folder, `${physical}.rejected.jsonl`);
  const workFolder = path.join(folder, `${physical}.work`);
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
    const head = await firstBytes(original, HEAD_BYTES);
    const { settings = {} } = options;
    const isSmall = bytes <= SMALL_BYTES && !mayGrow(head, settings);
    const numeric = new Set(options.expected?.filter(({ type }) => holdsNumbers(type)).map(({ name }) => name));
    const known = options.expected?.map(({ name }) => name) ?? [];
    const reading = { path: original, rejectedPath, workFolder, limits, settings, numeric, known };
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
    const failure = memoryFailure(error);
    if (failure) return { ok: false, failure };
    if (!isNoRoom(error)) throw error;
    return { ok: false, failure: { code: "no-room", facts: {} }, cause: error };
  } finally {
    await rm(workFolder, { recursive: true, force: true });
    if (!loaded?.ok) {
      await rm(rejectedPath, { force: true });
      if (stored) await rm(original, { force: true });
      if (typeof source !== "string") source.destroy();
    }
  }
}
