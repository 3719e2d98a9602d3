import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { cutText } from "#domain/core/text.ts";
import { type ReadableColumn, namedSql, textSql } from "./column-sql.ts";
import { guardedSql } from "./excel-guard.ts";
import { beginReading } from "./read-transaction.ts";
import { findTable, type RegisteredTable } from "./registry.ts";
import { fromSql, selectedColumns } from "./select-sql.ts";
import type { StreamFormat, StreamQuery } from "./stream-query.ts";
import pg from "pg";

export type OpenStreamOptions = {
  readonly pool: Pool;
  readonly physical: string;
  readonly query: StreamQuery;
  readonly format: StreamFormat;
  /** For CSV that Excel opens by itself: a byte order mark, and cells that Excel would run as formulas are disarmed. */
  readonly excel: boolean;
  /** Ends the stream with an error, say when the right to the table has been taken away. */
  readonly signal?: AbortSignal;
};

/** `gone`: the table was removed, or is not finished. */
export type OpenedStream =
  | { readonly ok: true; readonly contentType: string; readonly readable: Readable; fileName(title: string): string }
  | { readonly ok: false; readonly reason: "gone" };

const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};

/**
 * Starts to stream the rows of a query as they come out of COPY. Holds one connection of the pool until the readable is read
 * to its end or destroyed; a reader that is slow slows the server down, nothing piles up. If the source breaks midway the
 * readable is destroyed with the error: what was sent must not be taken for the whole.
 */
export async function openStream(options: OpenStreamOptions): Promise<OpenedStream> {
  const { pool, query, format, excel, signal } = options;
  const table = await findTable(pool, options.physical);
  if (!table) return { ok: false, reason: "gone" };
  const client = await pool.connect();
  try {
    signal?.throwIfAborted();
    await beginReading(pool, client);
  } catch (error) {
    client.release(true);
    throw error;
  }
  const readable = streamOf(client, copySql(table, query, format, excel), framing(format, excel));
  const abort = () => readable.destroy(signal?.reason instanceof Error ? signal.reason : new Error("The stream was cancelled"));
  signal?.addEventListener("abort", abort, { once: true });
  readable.once("close", () => signal?.removeEventListener("abort", abort));
  return { ok: true, contentType: CONTENT_TYPES[format], readable, fileName: (title) => `${fileStem(title)}.${format}` };
}

function streamOf(client: PoolClient, sql: string, frame: Transform): Readable {
  const onLost = () => {};
  client.on("error", onLost);
  const free = (error?: Error | null) => {
    client.off("error", onLost);
    // Closing the connection of an unfinished COPY is what makes the server stop.
    client.release(error ?? false);
  };
  pipeline(client.query(copyTo(sql)), frame, (error) => {
    if (error) free(error);
    else client.query("COMMIT").then(() => free(), free);
  });
  return frame;
}

function copySql(table: RegisteredTable, query: StreamQuery, format: StreamFormat, excel: boolean): string {
  const columns = selectedColumns(table, query);
  const from = fromSql(table, query);
  if (format === "csv") return `COPY (SELECT ${csvList(columns, excel)} ${from}) TO STDOUT WITH (FORMAT csv, HEADER)`;
  // JSON text holds no control character, so with two of them as quote and delimiter COPY writes it as it is. Each row of an
  // array comes with a comma before it; the framing takes the first one away. `r.*` is the row, also where a column is called r.
  const row = `${format === "json" ? "',' || " : ""}row_to_json(r.*)::text`;
  return `COPY (SELECT ${row} FROM (SELECT ${namedSql(columns)} ${from}) AS r) TO STDOUT WITH (FORMAT csv, QUOTE E'\\x02', DELIMITER E'\\x01')`;
}

function csvList(columns: readonly ReadableColumn[], excel: boolean): string {
  return columns.map((column) => {
    const text = textSql(column);
    const guarded = excel && (column.type === "text" || column.type === "jsonb") ? guardedSql(`(${text})::text`) : text;
    return `${guarded} AS ${pg.escapeIdentifier(column.name)}`;
  }).join(", ");
}

/** What stands around the rows: brackets of an array, Excel's byte order mark. */
function framing(format: StreamFormat, excel: boolean): Transform {
  const isArray = format === "json";
  let before: string | null = isArray ? "[" : format === "csv" && excel ? "\ufeff" : null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
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

/** A file name that every system takes, from a title. */
function fileStem(title: string): string {
  const stem = title.normalize("NFC").replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, " ").replace(/\s+/g, " ").replace(/^[.\s]+|[.\s]+$/g, "");
  return cutText(stem, 100) || "table";
}
