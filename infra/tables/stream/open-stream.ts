import type { Duplex, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Pool } from "pg";
import type { ReadableColumn } from "../column-sql.ts";
import { encodeRows, type Encoding } from "../formats/encode-rows.ts";
import { decimalSizesOf } from "../formats/decimal-sizes.ts";
import { CopyOut } from "./copy-out.ts";
import { guardedSql } from "./excel-guard.ts";
import { isOutOfTempRoom, isTimeout, openReading, type Reading } from "./read-transaction.ts";
import { fromSql, selectedColumns } from "./select-sql.ts";
import { RANGE_BYTES, type RangedQuery, rangesOf } from "./stream-ranges.ts";
import type { StreamFormat, StreamQuery } from "#domain/core/ports/stream-query.ts";

export type StreamLimits = {
  /** Longest time without data from the database, before the first row and between rows, in milliseconds. */
  readonly silenceMs: number;
  /** Longest time of a whole stream, in milliseconds. */
  readonly totalMs: number;
};

export type OpenStreamOptions = {
  readonly pool: Pool;
  readonly physical: string;
  readonly query: StreamQuery;
  readonly format: StreamFormat;
  /** For CSV that is opened by Excel: a byte order mark, and cells that Excel would run as formulas are disarmed. */
  readonly excel: boolean;
  /** Ends the stream with an error: its reader has left, or may no longer read the table. */
  readonly signal?: AbortSignal;
  readonly limits?: StreamLimits;
  /** Bytes of the table that one transaction reads. */
  readonly rangeBytes?: number;
};

/**
 * `rows`: how many were read so far. `gone`: the table was removed or is unfinished. `too-slow`: the first rows did not arrive in time;
 * `too-large-to-sort`: sorting needs more of the server's disk than allowed.
 */
export type OpenedStream =
  | { readonly ok: true; readonly readable: Readable; readonly rows: () => number }
  | { readonly ok: false; readonly reason: "gone" | "too-slow" | "too-large-to-sort" };

const LIMITS: StreamLimits = { silenceMs: 120_000, totalMs: 4 * 60 * 60_000 };

class TooSlow extends Error {}

type RowsRead = { count: number };

/**
 * Streams the rows of a query from COPY; resolves when the first of them have arrived. Holds one connection of the pool
 * until the readable is read to its end or destroyed; a slow reader slows the server down, nothing is buffered without
 * limit. If the source breaks midway the readable is destroyed with the error: what was sent must not be mistaken for
 * the whole.
 */
export async function openStream(options: OpenStreamOptions): Promise<OpenedStream> {
  const { pool, query, format, excel, signal, limits = LIMITS, rangeBytes = RANGE_BYTES } = options;
  const reading = await openReading(pool, options.physical, { statementMs: limits.totalMs, signal, keepsTable: true });
  if (!reading) return { ok: false, reason: "gone" };
  try {
    const sent: RowsRead = { count: 0 };
    const ranged = await rangesOf(reading, query, rangeBytes);
    const encoding = await encodingOf(reading, query, { format, excel });
    const { readable, arrived } = rowsOf(reading, ranged, encoding, { limits, sent });
    const abort = () =>
      readable.destroy(signal?.reason instanceof Error ? signal.reason : new Error("The stream was cancelled"));
    signal?.addEventListener("abort", abort, { once: true });
    readable.once("close", () => signal?.removeEventListener("abort", abort));
    if (signal?.aborted) abort();
    await arrived;
    return { ok: true, readable, rows: () => sent.count };
  } catch (error) {
    await reading.cancel();
    if (error instanceof TooSlow || isTimeout(error)) return { ok: false, reason: "too-slow" };
    if (isOutOfTempRoom(error)) return { ok: false, reason: "too-large-to-sort" };
    throw error;
  }
}

async function encodingOf(
  { client, table }: Reading,
  query: StreamQuery,
  { format, excel }: Pick<OpenStreamOptions, "format" | "excel">,
): Promise<Encoding> {
  return {
    format,
    excel,
    exactNumbers: query.exactNumbers,
    columns: selectedColumns(table, query),
    labelled: table.columns,
    decimals: format === "parquet" ? await decimalSizesOf(client, table) : new Map(),
  };
}

/** `arrived` resolves when the first rows are there, or the end, and rejects if the stream breaks before. */
function rowsOf(
  reading: Reading,
  ranged: RangedQuery,
  encoding: Encoding,
  { limits, sent }: { readonly limits: StreamLimits; readonly sent: RowsRead },
): { readonly readable: Readable; readonly arrived: Promise<void> } {
  const began = performance.now();
  let moved = began;
  const file = encodeRows(encoding);
  const watch = setInterval(() => {
    const now = performance.now();
    // While bytes wait to be read, the reader is the slow one.
    if (file.readableLength > 0) moved = now;
    if (now - moved > limits.silenceMs || now - began > limits.totalMs)
      file.destroy(new TooSlow("The database took too long for these rows"));
  }, limits.silenceMs / 8).unref();
  const { promise: arrived, resolve, reject } = Promise.withResolvers<void>();
  // The reader gets errors; before there is one, an error must not end the process.
  file.on("error", reject);
  arrived.catch(() => undefined);
  file.once("close", () => {
    clearInterval(watch);
    reject(new Error("The stream was closed"));
    // Does nothing after the last range was committed.
    void reading.cancel();
  });
  const onRows = () => {
    moved = performance.now();
    resolve();
  };
  copyRanges(reading, ranged, encoding, { file, onRows, sent }).then(resolve, (error: Error) => file.destroy(error));
  return { readable: file, arrived };
}

/** Copies the ranges one after the other, each in a transaction of its own. */
async function copyRanges(
  reading: Reading,
  { query, ranges }: RangedQuery,
  encoding: Encoding,
  { file, onRows, sent }: { readonly file: Duplex; readonly onRows: () => void; readonly sent: RowsRead },
): Promise<void> {
  let { limit } = query;
  const cells = selectedColumns(reading.table, query).map((column) => cellSql(column, encoding));
  for (const [place, range] of ranges.entries()) {
    if (place > 0 && limit === 0) break;
    if (place > 0) await reading.renew();
    const rows = `SELECT ${cells.join(", ")} ${fromSql(reading.table, { ...query, limit }, range)}`;
    const copy = reading.client.query(new CopyOut(`COPY (${rows}) TO STDOUT`));
    copy.on("data", onRows).pipe(file, { end: false });
    await finished(copy, { writable: false });
    sent.count += copy.rowCount;
    if (limit !== null) limit = Math.max(0, limit - copy.rowCount);
  }
  await reading.commit();
  file.end();
}

function cellSql({ sql, type }: ReadableColumn, { excel, format }: Encoding): string {
  const isRisky = excel && format === "csv" && (type === "text" || type === "jsonb");
  return isRisky ? guardedSql(`(${sql})::text`) : sql;
}
