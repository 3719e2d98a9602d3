import { type Readable, Transform } from "node:stream";
import { finished } from "node:stream/promises";
import pg, { type Pool } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type ReadableColumn, namedSql, textSql } from "../column-sql.ts";
import { guardedSql } from "./excel-guard.ts";
import { isOutOfTempRoom, isTimeout, openReading, type Reading } from "./read-transaction.ts";
import type { RegisteredTable } from "../registry.ts";
import { fromSql, selectedColumns } from "./select-sql.ts";
import { RANGE_BYTES, type RangedQuery, rangesOf, type RowRange } from "./stream-ranges.ts";
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
    const readable = rowsOf(reading, await rangesOf(reading, query, rangeBytes), { format, excel, limits, sent });
    const abort = () =>
      readable.destroy(signal?.reason instanceof Error ? signal.reason : new Error("The stream was cancelled"));
    signal?.addEventListener("abort", abort, { once: true });
    readable.once("close", () => signal?.removeEventListener("abort", abort));
    if (signal?.aborted) abort();
    await firstRows(readable);
    return { ok: true, readable, rows: () => sent.count };
  } catch (error) {
    await reading.cancel();
    if (error instanceof TooSlow || isTimeout(error)) return { ok: false, reason: "too-slow" };
    if (isOutOfTempRoom(error)) return { ok: false, reason: "too-large-to-sort" };
    throw error;
  }
}

function rowsOf(
  reading: Reading,
  ranged: RangedQuery,
  {
    format,
    excel,
    limits,
    sent,
  }: Pick<OpenStreamOptions, "format" | "excel"> & { readonly limits: StreamLimits; readonly sent: RowsRead },
): Readable {
  const began = Date.now();
  let moved = began;
  const frame = framing(format, excel, () => (moved = Date.now()));
  const watch = setInterval(() => {
    const now = Date.now();
    // While rows wait to be read, the reader is the slow one.
    if (frame.readableLength > 0) moved = now;
    if (now - moved > limits.silenceMs || now - began > limits.totalMs)
      frame.destroy(new TooSlow("The database took too long for these rows"));
  }, limits.silenceMs / 8).unref();
  // The reader gets errors; before there is one, an error must not end the process.
  frame.on("error", () => undefined);
  frame.once("close", () => {
    clearInterval(watch);
    // Does nothing after the last range was committed.
    void reading.cancel();
  });
  copyRanges(reading, ranged, { format, excel, sent }, frame).catch((error: Error) => frame.destroy(error));
  return frame;
}

/** Copies the ranges one after the other, each in a transaction of its own. */
async function copyRanges(
  reading: Reading,
  { query, ranges }: RangedQuery,
  { format, excel, sent }: Pick<OpenStreamOptions, "format" | "excel"> & { readonly sent: RowsRead },
  frame: Transform,
): Promise<void> {
  let { limit } = query;
  for (const [place, range] of ranges.entries()) {
    if (place > 0 && limit === 0) break;
    if (place > 0) await reading.renew();
    const sql = copySql(reading.table, { ...query, limit }, range, { format, excel, header: place === 0 });
    const copy = reading.client.query(copyTo(sql));
    copy.pipe(frame, { end: false });
    await finished(copy, { writable: false });
    sent.count += copy.rowCount;
    if (limit !== null) limit = Math.max(0, limit - copy.rowCount);
  }
  await reading.commit();
  frame.end();
}

/** Resolves when data can be read or the end is reached. */
function firstRows(readable: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    readable
      .once("readable", resolve)
      .once("error", reject)
      .once("close", () => reject(new Error("The stream was closed")));
  });
}

function copySql(
  table: RegisteredTable,
  query: StreamQuery,
  range: RowRange,
  { format, excel, header }: Pick<OpenStreamOptions, "format" | "excel"> & { readonly header: boolean },
): string {
  const columns = selectedColumns(table, query);
  const from = fromSql(table, query, range);
  if (format === "csv")
    return `COPY (SELECT ${csvList(columns, excel)} ${from}) TO STDOUT WITH (FORMAT csv, HEADER ${header})`;
  // JSON text contains no control characters, so with two of them as quote and delimiter COPY writes it unchanged. Each
  // row of an array has a comma before it; the framing removes the first one. `r.*` is the row, even if a column is
  // called r.
  const row = `${format === "json" ? "',' || " : ""}row_to_json(r.*)::text`;
  return `COPY (SELECT ${row} FROM (SELECT ${namedSql(columns, query.exactNumbers)} ${from}) AS r) TO STDOUT WITH (FORMAT csv, QUOTE E'\\x02', DELIMITER E'\\x01')`;
}

function csvList(columns: readonly ReadableColumn[], excel: boolean): string {
  return columns
    .map((column) => {
      const text = textSql(column);
      const guarded =
        excel && (column.type === "text" || column.type === "jsonb") ? guardedSql(`(${text})::text`) : text;
      return `${guarded} AS ${pg.escapeIdentifier(column.name)}`;
    })
    .join(", ");
}

/** What precedes and follows the rows: brackets of an array, Excel's byte order mark. */
function framing(format: StreamFormat, excel: boolean, onChunk: () => void): Transform {
  const isArray = format === "json";
  let before: string | null = isArray ? "[" : format === "csv" && excel ? "\ufeff" : null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onChunk();
      if (before === null) return done(null, chunk);
      this.push(before);
      before = null;
      done(null, isArray ? chunk.subarray(1) : chunk);
    },
    flush(done) {
      if (before !== null) this.push(before);
      if (isArray) this.push("]\n");
      done();
    },
  });
}
