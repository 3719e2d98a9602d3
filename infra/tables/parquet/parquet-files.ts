import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parquetMetadataAsync } from "hyparquet";
import type { Pool } from "pg";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FileStore, StoredFile } from "../../files/file-store.ts";
import type { DiskRoom } from "../../platform/disk-room.ts";
import { openStream } from "../stream/open-stream.ts";
import type { StreamQuery } from "#domain/core/ports/stream-query.ts";
import { forgetParquet, knownFiles, parquetOf, recordParquet, type RecordedParquet } from "./parquet-registry.ts";

/** How long a request waits for a file that is being made, in milliseconds. */
const WAIT_MS = 45_000;
/** Files made at a time in this process: each takes a thread and a connection. */
const MADE_AT_A_TIME = 2;
/** A file without a record stays so long: its record may be about to be written, or restored. */
const KEPT_MS = 24 * 60 * 60_000;

const EVERYTHING: StreamQuery = {
  format: "parquet",
  columns: null,
  limit: null,
  offset: 0,
  order: [],
  filters: [],
  count: false,
  exactNumbers: "number",
};

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

/** The Parquet file of each version of a table, named by its SHA-256 and made when it is first asked for. */
export function createParquetFiles({ pool, workPool, store, room, waitMs = WAIT_MS }: ParquetOptions) {
  const making = new Map<string, Promise<OpenedParquet | "no-room" | null>>();
  const turns = inTurns(MADE_AT_A_TIME);
  const stored = async (physical: string): Promise<OpenedParquet | null> => {
    const known = await parquetOf(pool, physical);
    const file = known && (await store.open(nameOf(known.sha256)));
    if (!known || !file) return null;
    return { sha256: known.sha256, madeAt: known.madeAt, file };
  };
  const make = async (table: TableVersion): Promise<OpenedParquet | "no-room" | null> => {
    if (await room.isLow()) return "no-room";
    const { physical } = table;
    const opened = await openStream({ pool: workPool, physical, query: EVERYTHING, format: "parquet", excel: false });
    if (!opened.ok) return null;
    await record(physical, await store.keep(opened.readable, nameOf));
    return stored(physical);
  };
  const record = async (physical: string, { sha256, bytes }: { readonly sha256: string; readonly bytes: number }) => {
    const file = await store.open(nameOf(sha256));
    if (!file) throw new Error(`The Parquet file of ${physical} was not kept`);
    try {
      await recordParquet(pool, physical, { sha256, bytes, ...(await shapeOf(file)) });
    } finally {
      await file.close();
    }
  };
  const made = (table: TableVersion) => {
    const running = making.get(table.physical);
    if (running) return running;
    const begun = turns(() => make(table)).finally(() => making.delete(table.physical));
    begun.catch(() => undefined);
    making.set(table.physical, begun);
    return begun;
  };
  return {
    /** "making": the file takes longer than a request should wait, and is made all the same. */
    async open(table: TableVersion): Promise<OpenedParquet | "making" | "no-room" | null> {
      const known = await stored(table.physical);
      if (known) return known;
      // Several may wait for one file: each opens it for itself.
      const first = await within(waitMs, made(table));
      if (first === null || typeof first === "string") return first;
      await first.file.close();
      return stored(table.physical);
    },

    /** Makes the file if there is none. Null: the table is gone, or there is no room. */
    async ensure(table: TableVersion): Promise<RecordedParquet | null> {
      if (!(await parquetOf(pool, table.physical))) {
        const file = await made(table);
        if (file !== null && file !== "no-room") await file.file.close();
      }
      return parquetOf(pool, table.physical);
    },

    /** Removes files of tables that are gone. */
    async sweep(now = new Date()): Promise<void> {
      await forgetParquet(pool);
      for await (const names of store.keptBefore(new Date(now.getTime() - KEPT_MS))) {
        const known = await knownFiles(
          pool,
          names.map((name) => name.replace(/\.parquet$/, "")),
        );
        for (const name of names) if (!known.has(name.replace(/\.parquet$/, ""))) await store.remove(name);
      }
    },
  };
}

function nameOf(sha256: string): string {
  return `${sha256}.parquet`;
}

/** Rows and row groups as the file itself says. */
async function shapeOf(file: StoredFile): Promise<{ readonly rows: number; readonly rowGroups: number }> {
  const slice = async (start: number, end = file.bytes): Promise<ArrayBuffer> =>
    exactBytes(await buffer(file.read({ start, end: end - 1 }) as Readable));
  const { num_rows, row_groups } = await parquetMetadataAsync({ byteLength: file.bytes, slice });
  return { rows: Number(num_rows), rowGroups: row_groups.length };
}

function exactBytes(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
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
