import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Pool } from "pg";
import type { Migration } from "./migrations.ts";
import { type CsvLoad, loadCsv, type LoadProgress } from "./tables/load-csv.ts";
import { forgetOrphans, removableOrphans } from "./tables/orphans.ts";
import { physicalName } from "./tables/registry.ts";
import { storeOriginal } from "./tables/store-original.ts";

export const uploadMigrations: readonly Migration[] = [
  {
    id: "uploads-001",
    sql: `
      create schema if not exists uploads;
      create table uploads.received (
        dataset_id text primary key,
        user_id text not null,
        bytes bigint not null,
        received_at timestamptz not null default now()
      );
      create index received_by_user on uploads.received (user_id, received_at);
      create table uploads.progress (
        dataset_id text primary key,
        stage text not null,
        bytes bigint not null,
        of_bytes bigint,
        rows bigint not null,
        seen_at timestamptz not null default now()
      )`,
  },
];

export type UploadLimits = { readonly uploadBytes: number; readonly uploadColumns: number; readonly uploadCellBytes: number; readonly uploadBytesPerDay: number };

type Received = { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly reason: "too-large" | "quota" | "disk-full"; readonly message: string };

const ORIGINAL = "original";
/** Folders that one query asks about. */
const PORTION = 500;
/** No upload takes longer. */
const UPLOAD_MS = 6 * 60 * 60_000;
/** Progress is written at most this often; pages look about as often. */
const TELL_EVERY_MS = 500;

/** Files that users send, each in a folder of its own (`<folder>/<dataset id>`), and the loading of their rows. */
export function createUploads({ pool, folder, limits }: { pool: Pool; folder: string; limits: UploadLimits }) {
  const place = (datasetId: string) => path.join(folder, path.basename(datasetId));
  return {
    /** Keeps the bytes of an upload as they come. What is refused, too large or cut off leaves nothing behind. */
    async receive(request: { readonly datasetId: string; readonly userId: string; readonly source: Readable; readonly signal?: AbortSignal }): Promise<Received> {
      const { datasetId, userId, source, signal } = request;
      const { rows } = await pool.query<{ bytes: number }>(
        "select coalesce(sum(bytes), 0)::float8 as bytes from uploads.received where user_id = $1 and received_at > now() - interval '1 day'",
        [userId],
      );
      const left = limits.uploadBytesPerDay - (rows[0]?.bytes ?? 0);
      if (left <= 0) {
        source.resume();
        return { ok: false, reason: "quota", message: "You have uploaded as much as one day allows. Try again tomorrow." };
      }
      await mkdir(place(datasetId), { recursive: true, mode: 0o700 });
      try {
        const stored = await storeOriginal({
          folder: place(datasetId), name: ORIGINAL, source, maxBytes: Math.min(limits.uploadBytes, left), ...(signal ? { signal } : {}),
        });
        if (!stored.ok) {
          await rm(place(datasetId), { recursive: true, force: true });
          return { ok: false, reason: "too-large", message: stored.refusal.message };
        }
        await pool.query("insert into uploads.received (dataset_id, user_id, bytes) values ($1, $2, $3) on conflict (dataset_id) do nothing", [
          datasetId, userId, stored.bytes,
        ]);
        return { ok: true, bytes: stored.bytes };
      } catch (error) {
        await rm(place(datasetId), { recursive: true, force: true });
        if ((error as NodeJS.ErrnoException).code === "ENOSPC") return { ok: false, reason: "disk-full", message: "There is no room left on the disk for this file." };
        throw error;
      }
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
      return loadCsv({
        pool,
        source: path.join(place(datasetId), ORIGINAL),
        folder: place(datasetId),
        physical: physicalName(),
        limits: { maxBytes: limits.uploadBytes, maxColumns: limits.uploadColumns, maxCellBytes: limits.uploadCellBytes },
        onProgress: tell,
        ...(signal ? { signal } : {}),
      });
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
    rejected: (datasetId: string, physical: string) => opened(path.join(place(datasetId), `${path.basename(physical)}.rejected.jsonl`)),

    /** Removes the files of datasets that have been gone for a day, and uploads that were cut off; fresh folders may belong to an upload that has no dataset yet. */
    async sweep(existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? [] : Promise.reject(error)));
      for (let from = 0; from < names.length; from += PORTION) {
        const portion = names.slice(from, from + PORTION);
        const known = await existing(portion);
        const idle: string[] = [];
        for (const name of portion.filter((each) => !known.has(each))) {
          const changed = await stat(path.join(folder, name)).catch(() => null);
          if (changed && Date.now() - changed.mtimeMs > UPLOAD_MS) idle.push(name);
        }
        // What was cut off before its last byte is of no use, whatever was restored.
        const cutOff: string[] = [];
        for (const name of idle) if (!(await stat(path.join(folder, name, ORIGINAL)).catch(() => null))) cutOff.push(name);
        const removable = await removableOrphans(pool, "upload", { known: [...known], unknown: idle });
        for (const name of new Set([...cutOff, ...removable])) await this.remove(name);
        await forgetOrphans(pool, "upload", [...cutOff, ...removable]);
      }
    },

    /** Removes notes of what was received and loaded, once no limit counts them and nobody looks at them any more. */
    async sweepNotes(): Promise<void> {
      await pool.query("delete from uploads.received where received_at < now() - interval '2 days'");
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

async function keepProgress(pool: Pool, datasetId: string, { stage, bytes, ofBytes, rows }: LoadProgress): Promise<void> {
  await pool.query(
    `insert into uploads.progress (dataset_id, stage, bytes, of_bytes, rows) values ($1, $2, $3, $4, $5)
     on conflict (dataset_id) do update set stage = excluded.stage, bytes = excluded.bytes, of_bytes = excluded.of_bytes, rows = excluded.rows, seen_at = now()`,
    [datasetId, stage, bytes, ofBytes, rows],
  );
}
