import { constants, zstdCompressSync } from "node:zlib";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { isNullAt, NEWLINE, TAB, wholeRows } from "./copy-rows.ts";
import { cellReader, type ParquetValue } from "./parquet-cells.ts";
import { type DecimalSizes, type ParquetColumn, parquetMetadata, parquetSchema } from "./parquet-schema.ts";
import type { Column } from "#domain/core/values/table.ts";

export type ParquetLayout = {
  readonly columns: readonly ParquetColumn[];
  readonly labelled: readonly Column[];
  readonly decimals: DecimalSizes;
};

/** The first rows alone, so that a look at a file reads little. */
const FIRST_GROUP_ROWS = 1_000;
const GROUP_ROWS = 100_000;
/** Of COPY's text: bounds the memory of a group of long rows. */
const GROUP_BYTES = 16_000_000;
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Writes Parquet from COPY's text format, a row group at a time. */
export function parquetEncoder({ columns, labelled, decimals }: ParquetLayout) {
  const whole = wholeRows();
  const readers = columns.map(({ name, type }) => cellReader(type, decimals.get(name) ?? null));
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: parquetSchema(columns, decimals),
    codec: "ZSTD",
    compressors: { ZSTD: (bytes) => zstdCompressSync(bytes, ZSTD) },
    kvMetadata: parquetMetadata(columns, labelled),
    createdBy: "Tributary",
  });
  let cells = emptyGroup(columns.length);
  let rows = 0;
  let bytes = 0;
  let groups = 0;
  const endGroup = () => {
    // Nothing is awaited: the writer has no flush to wait for.
    if (rows > 0)
      void file.write({ columnData: columns.map(({ name }, at) => named(name, cells[at])), rowGroupSize: rows });
    cells = emptyGroup(columns.length);
    groups += rows > 0 ? 1 : 0;
    rows = 0;
    bytes = 0;
  };
  return {
    /** What can be written after these rows; empty while a row group grows. */
    rows(chunk: Buffer): Uint8Array {
      const complete = whole(chunk);
      for (let at = 0; complete !== null && at < complete.length;) {
        const end = readRow(complete, at, readers, cells);
        bytes += end - at;
        rows += 1;
        at = end;
        if (rows >= (groups === 0 ? FIRST_GROUP_ROWS : GROUP_ROWS) || bytes >= GROUP_BYTES) endGroup();
      }
      return taken(writer);
    },
    end(): Uint8Array {
      endGroup();
      void file.finish();
      return taken(writer);
    },
  };
}

function emptyGroup(columns: number): (ParquetValue | null)[][] {
  return Array.from({ length: columns }, () => []);
}

function named(name: string, data: (ParquetValue | null)[] = []) {
  return { name, data };
}

/** Adds one row to the columns; returns where the next one begins. */
function readRow(
  rows: Buffer,
  from: number,
  readers: readonly ReturnType<typeof cellReader>[],
  cells: readonly (ParquetValue | null)[][],
): number {
  let at = from;
  for (let column = 0; column < readers.length; column += 1) {
    let end = at;
    while (rows[end] !== TAB && rows[end] !== NEWLINE) end += 1;
    const read = readers[column] as ReturnType<typeof cellReader>;
    cells[column]?.push(isNullAt(rows, at) ? null : read(rows, at, end));
    at = end + 1;
  }
  return at;
}

/** The bytes written so far, which the writer forgets; its offset in the file stays. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
