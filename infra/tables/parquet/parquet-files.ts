import path from "node:path";
import { buffer } from "node:stream/consumers";
import { parquetMetadataAsync } from "hyparquet";
import type { Pool } from "pg";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FileStore, StoredFile } from "../../files/file-store.ts";
import type { DiskRoom } from "../../platform/disk-room.ts";
import { openStream } from "../stream/open-stream.ts";
import { EVERYTHING } from "#domain/core/ports/stream-query.ts";
import { forgetParquet, knownFiles, parquetOf, recordParquet } from "./parquet-registry.ts";

/** How long a request waits for a file that is being made, in milliseconds. */
const WAIT_MS = 45_000;
/** Files made at a time in this process: each takes a thread and a connection. */
const MADE_AT_A_TIME = 2;
/** A file without a record stays so long: its record may be about to be written, or restored. */
const KEPT_MS = 24 * 60 * 60_000;

export type OpenedParquet = { readonly sha256: string; readonly madeAt: Date; readonly file: StoredFile };

export type ParquetOptions = {
  /** For short queries. */
  readonly pool: Pool;
  /** For reading whole tables. */
  readonly workPool: Pool;
  readonly store: FileStore;
  readonly room: Pick<DiskRoom, "isLow">;
  readonly waitMs?: number;
};

type Made = "made" | "no-room" | null;

/** The Parquet file of each version of a table, named by its SHA-256 and made when it is first asked for. */
export function createParquetFiles(options: ParquetOptions) {
  const { pool, store, waitMs = WAIT_MS } = options;
  const making = new Map<string, Promise<Made>>();
  const turns = inTurns(MADE_AT_A_TIME);
  /** One making for all who ask meanwhile. */
  const made = ({ physical }: TableVersion): Promise<Made> => {
    const running = making.get(physical);
    if (running) return running;
    const begun = turns(() => make(options, physical)).finally(() => making.delete(physical));
    begun.catch(() => undefined);
    making.set(physical, begun);
    return begun;
  };
  return {
    /** "making": the file takes longer than a request should wait, and is made all the same. */
    async open(table: TableVersion): Promise<OpenedParquet | "making" | "no-room" | null> {
      const known = await stored(options, table.physical);
      if (known) return known;
      const now = await within(waitMs, made(table));
      return now === "made" ? stored(options, table.physical) : now;
    },

    /** Removes files of tables that are gone. */
    async sweep(at?: Date): Promise<void> {
      const now = at ?? (await store.now());
      await forgetParquet(pool);
      for await (const files of store.files()) {
        const old = files.filter(({ keptAt }) => now.getTime() - keptAt.getTime() > KEPT_MS).map(({ name }) => name);
        const known = await knownFiles(pool, old.map(hashOf));
        await store.remove(old.filter((name) => !known.has(hashOf(name))));
      }
    },
  };
}

async function stored({ pool, store }: ParquetOptions, physical: string): Promise<OpenedParquet | null> {
  const known = await parquetOf(pool, physical);
  const file = known && (await store.open(nameOf(known.sha256)));
  return known && file ? { sha256: known.sha256, madeAt: known.madeAt, file } : null;
}

async function make(options: ParquetOptions, physical: string): Promise<Made> {
  const { pool, workPool, store, room } = options;
  if (await room.isLow()) return "no-room";
  const opened = await openStream({ pool: workPool, physical, query: EVERYTHING, format: "parquet", excel: false });
  if (!opened.ok) return null;
  const kept = await store.keep(opened.readable, nameOf);
  const file = await store.open(nameOf(kept.sha256));
  if (!file) throw new Error(`The Parquet file of ${physical} was not kept`);
  try {
    await recordParquet(pool, physical, { ...kept, ...(await shapeOf(file)) });
  } finally {
    await file.close();
  }
  return "made";
}

function nameOf(sha256: string): string {
  return `${sha256}.parquet`;
}

function hashOf(name: string): string {
  return path.basename(name, ".parquet");
}

/** Rows and row groups as the file itself says. */
async function shapeOf(file: StoredFile): Promise<{ readonly rows: number; readonly rowGroups: number }> {
  const slice = async (start: number, end = file.bytes): Promise<ArrayBuffer> =>
    new Uint8Array(await buffer(file.read({ start, end: end - 1 }))).buffer;
  const { num_rows, row_groups } = await parquetMetadataAsync({ byteLength: file.bytes, slice });
  return { rows: Number(num_rows), rowGroups: row_groups.length };
}

function within<T>(ms: number, work: Promise<T>): Promise<T | "making"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"making">((resolve) => {
    timer = setTimeout(() => resolve("making"), ms).unref();
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Runs at most so many at a time; the others wait for their turn. */
function inTurns(atATime: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atATime) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
