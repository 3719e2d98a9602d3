import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import type { SchemaElement } from "hyparquet-writer";
import type { Column } from "#domain/core/values/table.ts";
import { VERSION } from "../../../config/version.ts";
import { isNullAt, NEWLINE, TAB } from "../copy-rows.ts";
import { ColumnChunkWriter } from "./column-chunk.ts";
import { cellWriter } from "./parquet-cells.ts";
import { type DecimalSizes, type ParquetColumn, parquetMetadata, parquetSchema } from "./parquet-schema.ts";

export type ParquetLayout = {
  readonly columns: readonly ParquetColumn[];
  readonly labelled: readonly Column[];
  readonly decimals: DecimalSizes;
};

/** The first rows alone, so that a look at a file reads little. */
const FIRST_GROUP_ROWS = 1_000;
const GROUP_ROWS = 100_000;
/** Of COPY's text, and in all columns: bound the memory of a group of long rows. */
const GROUP_BYTES = 16_000_000;
const GROUP_CELLS = 4_000_000;
/** Of pages that are not full yet, in all columns. */
const PAGES_BYTES = 4_194_304;
const MIN_PAGE_BYTES = 16_384;
const MAX_PAGE_BYTES = 524_288;

/** Writes Parquet from COPY's text format, a row group at a time. */
export function parquetEncoder({ columns, labelled, decimals }: ParquetLayout) {
  const schema = parquetSchema(columns, decimals);
  const writer = new ByteWriter();
  const kvMetadata = parquetMetadata(columns, labelled);
  // Of the library, the end of the file; the pages are ours.
  const file = new ParquetWriter({ writer, schema, kvMetadata, createdBy: `Tributary version ${VERSION}` });
  const pageBytes = Math.min(MAX_PAGE_BYTES, Math.max(MIN_PAGE_BYTES, Math.floor(PAGES_BYTES / columns.length)));
  const chunks = columns.map(({ name, type }, at) => {
    // The first element of the schema is the row.
    const element = schema[at + 1] as SchemaElement;
    return new ColumnChunkWriter(element, cellWriter(type, decimals.get(name) ?? null), pageBytes);
  });
  const mostRows = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / columns.length)));
  let rows = 0;
  let bytes = 0;
  const endGroup = (): Uint8Array<ArrayBuffer> => {
    const start = writer.offset;
    const ended = chunks.map((chunk) => {
      const pages = chunk.end(writer.offset);
      writer.offset += pages.bytes.length;
      return pages;
    });
    const columnChunks = ended.map(({ written }) => written.chunk);
    file.pendingIndexes.push(...ended.map(({ written }) => written));
    file.num_rows += BigInt(rows);
    file.row_groups.push({
      columns: columnChunks,
      total_byte_size: columnChunks.reduce(
        (sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n),
        0n,
      ),
      num_rows: BigInt(rows),
      total_compressed_size: BigInt(writer.offset - start),
    });
    [rows, bytes] = [0, 0];
    const group = copied(ended.map((pages) => pages.bytes));
    for (const chunk of chunks) chunk.restart();
    return group;
  };
  const add = (complete: Buffer): Uint8Array<ArrayBuffer>[] => {
    // The file begins with a few bytes of the library.
    const parts = [taken(writer)];
    for (let at = 0; at < complete.length;) {
      const end = addRow(complete, at, chunks);
      bytes += end - at;
      rows += 1;
      at = end;
      const most = file.row_groups.length === 0 ? FIRST_GROUP_ROWS : mostRows;
      if (rows >= most || bytes >= GROUP_BYTES) parts.push(endGroup());
    }
    return parts;
  };
  return {
    /** Takes whole rows; returns what can be written after them, which is nothing while a row group grows. */
    rows: (complete: Buffer) => joined(add(complete)),
    /** Takes the last rows; returns the end of the file. */
    end(complete: Buffer): Uint8Array<ArrayBuffer> {
      const parts = add(complete);
      if (rows > 0) parts.push(endGroup());
      // Nothing is awaited: the writer has no flush to wait for.
      void file.finish();
      return joined([...parts, taken(writer)]);
    },
  };
}

/** Adds one row to the columns; returns where the next one begins. */
function addRow(rows: Buffer, from: number, chunks: readonly ColumnChunkWriter[]): number {
  let at = from;
  for (let column = 0; column < chunks.length; column += 1) {
    const chunk = chunks[column] as ColumnChunkWriter;
    let end = at;
    for (let byte = rows[end]; byte !== TAB && byte !== NEWLINE; byte = rows[end]) end += 1;
    if (isNullAt(rows, at)) chunk.addNull();
    else chunk.add(rows, at, end);
    at = end + 1;
  }
  return at;
}

/** The bytes written so far, which the writer forgets; its offset in the file stays. */
function taken(writer: ByteWriter): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(writer.getBytes());
  writer.index = 0;
  return bytes;
}

/** In memory of its own, which another thread can take. */
function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only, ...others] = parts.filter((part) => part.length > 0);
  return only && others.length === 0 ? only : copied(parts);
}

function copied(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((bytes, part) => bytes + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
