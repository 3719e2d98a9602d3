import { rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import type { Pool, PoolClient } from "pg";
import { isNoRoom } from "#domain/core/no-room.ts";
import type { RejectedRow, UploadProgress } from "#domain/core/ports/uploads.ts";
import type { Column, ColumnType, TableVersion } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { physicalColumns } from "../column-sql.ts";
import { type RowCopy, startCopy } from "./copy-rows.ts";
import { type CsvReader, readerHere, readerInWorker } from "../csv/csv-reader.ts";
import type { Dialect } from "../csv/dialect.ts";
import { isPacked } from "../csv/file-bytes.ts";
import { expectedTypes } from "../csv/expected-types.ts";
import { CSV_LIMITS, type CsvLimits, type CsvPlan, namedColumns, tooLarge } from "../csv/plan.ts";
import type { ScanResult } from "../csv/scan/scan-pass.ts";
import { dataTable, registerTable } from "../registry.ts";
import { storeOriginal } from "./store-original.ts";
import type { TableStatistics } from "#domain/core/ports/table-statistics.ts";
import { takeStatistics } from "../statistics.ts";

export type LoadCsvOptions = {
  /** Its statement time limits the load's COPY and statistics. */
  readonly pool: Pool;
  /** The bytes as they arrive, or the path of a complete file. */
  readonly source: Readable | string;
  /** Folder for the original and the rejected rows. It exists and is used by this load only. */
  readonly folder: string;
  /** Generated name (`physicalName()`), not used yet. */
  readonly physical: string;
  readonly limits?: Partial<CsvLimits>;
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
  readonly statistics: TableStatistics;
  /** Path of the original bytes, which are kept. */
  readonly original: string;
  /** Rejected rows; all of them are in the JSON-lines file `path` (null: there are none). */
  readonly rejected: { readonly count: number; readonly sample: readonly RejectedRow[]; readonly path: string | null };
  readonly dropped: {
    readonly emptyRows: number;
    readonly emptyColumns: number;
    readonly nulBytes: number;
    readonly preambleLines: number;
  };
  readonly dialect: Dialect & { readonly header: boolean; readonly gzip: boolean };
  readonly encoding: string;
};

/** `cause`: the error of the disk or Postgres when there was no room. */
export type CsvLoad = CsvLoaded | { readonly ok: false; readonly failure: LoadFailure; readonly cause?: unknown };

/**
 * Smaller files are read in the thread that loads: a worker would take longer to start. A packed file may unpack to a
 * thousand times its size.
 */
const SMALL_BYTES = 500_000;
const SMALL_PACKED_BYTES = 20_000;
/** A second scan settles types; a third one only encodings detected late. Then the rest is read as text. */
const MAX_SCANS = 4;

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
    const reading = { path: original, rejectedPath, limits };
    const reader = isSmall ? readerHere(reading) : readerInWorker(reading);
    const stop = () => void reader.close();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      signal?.throwIfAborted();
      loaded = await loadFile({ ...options, original, rejectedPath, bytes, reader });
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

type FileLoad = LoadCsvOptions & {
  readonly original: string;
  readonly rejectedPath: string;
  readonly bytes: number;
  readonly reader: CsvReader;
};

async function loadFile(load: FileLoad): Promise<CsvLoad> {
  load.onProgress?.({ stage: "check", bytes: 0, ofBytes: load.bytes, rows: 0 });
  let planned = await load.reader.plan(false);
  if (!planned.ok) return planned;
  const client = await load.pool.connect();
  let usable = true;
  const onLost = () => {
    usable = false;
  };
  client.on("error", onLost);
  const stop = await cancelOf(load.pool, client);
  load.signal?.addEventListener("abort", stop, { once: true });
  try {
    load.signal?.throwIfAborted();
    let types = expectedTypes(planned.plan, null, load.expected);
    for (let scans = 1; ; scans += 1) {
      const { plan } = planned;
      const end = await scanInto(client, load, plan, types);
      if (end.ok && end.holds) return await finish(client, load, plan, end);
      await client.query("ROLLBACK");
      if (!end.ok && !end.notUtf8) return { ok: false, failure: end.failure };
      if (!end.ok) {
        planned = await load.reader.plan(true);
        if (!planned.ok) return planned;
        types = expectedTypes(planned.plan, null, load.expected);
      } else
        types = scans < MAX_SCANS ? expectedTypes(plan, end, load.expected) : end.types.map((type) => type && "text");
    }
  } catch (error) {
    usable = false;
    throw error;
  } finally {
    client.off("error", onLost);
    load.signal?.removeEventListener("abort", stop);
    // A connection in an unknown state is closed: the server rolls back its transaction.
    client.release(!usable);
  }
}

/** Returns a function that cancels the current statement of a connection, such as a long index or count. */
async function cancelOf(pool: Pool, client: PoolClient): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return () => void pool.query("select pg_cancel_backend($1)", [rows[0]?.pid]).catch(() => undefined);
}

async function scanInto(client: PoolClient, load: FileLoad, plan: CsvPlan, types: readonly (ColumnType | null)[]) {
  const columns = namedColumns(plan, types);
  const table = dataTable(load.physical);
  await client.query("BEGIN");
  await client.query(
    `CREATE TABLE ${table} (${physicalColumns(
      plan.layout,
      "dataset",
      columns.map((column) => column.type),
    )})`,
  );
  // A table made in this transaction can receive its rows frozen: no later vacuum has to rewrite them.
  let copy: RowCopy | null = startCopy(client, table, { freeze: true });
  try {
    const end = await load.reader.scan(plan, types, async ({ rows, position, unpacked, count, broken }) => {
      load.signal?.throwIfAborted();
      const refused = (await load.admit?.(unpacked)) ?? null;
      if (refused) throw new NotAdmitted(refused);
      if (broken && copy) {
        await copy.abandon();
        copy = null;
      }
      if (rows) await copy?.write(rows);
      load.onProgress?.({ stage: copy ? "load" : "check", bytes: position, ofBytes: load.bytes, rows: count });
    });
    if (end.ok && end.holds) await (copy as RowCopy | null)?.end();
    else await (copy as RowCopy | null)?.abandon();
    copy = null;
    return end;
  } finally {
    await copy?.abandon();
  }
}

async function finish(client: PoolClient, load: FileLoad, plan: CsvPlan, end: ScanResult): Promise<CsvLoaded> {
  const columns = namedColumns(plan, end.types);
  const table: TableVersion = {
    physical: load.physical,
    columns: columns.map(({ name, label, type }) => ({ name, label, type })),
    rows: end.rows,
    contentHash: end.contentHash,
  };
  load.onProgress?.({ stage: "statistics", bytes: load.bytes, ofBytes: load.bytes, rows: end.rows });
  await client.query(
    `ALTER TABLE ${dataTable(load.physical)} ADD PRIMARY KEY (_row_id); ANALYZE ${dataTable(load.physical)}`,
  );
  const registered = { ...table, kind: "dataset" as const, layout: plan.layout };
  const statistics = await takeStatistics(client, registered, load.signal);
  await registerTable(client, registered, statistics);
  load.signal?.throwIfAborted();
  await client.query("COMMIT");
  const dropped = {
    emptyRows: end.emptyRows,
    emptyColumns: plan.columns.length - columns.length,
    nulBytes: end.nulBytes,
    preambleLines: plan.preambleLines,
  };
  return {
    ok: true,
    table,
    statistics,
    original: load.original,
    rejected: { ...end.rejected, path: end.rejected.count > 0 ? load.rejectedPath : null },
    dropped,
    dialect: { ...plan.dialect, header: plan.header, gzip: plan.source.gzip },
    encoding: plan.source.encoding,
  };
}

/** Ends a scan that `admit` has stopped. */
class NotAdmitted extends Error {
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure) {
    super(failure.code);
    this.failure = failure;
  }
}
