import { type FileHandle, open } from "node:fs/promises";
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetRead, type RowGroup } from "hyparquet";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { tooManyColumns } from "../../csv/plan.ts";
import { damaged, FileFault, overLimit } from "../file-fault.ts";
import type { FileToRead, MadeTable } from "../table-file.ts";
import { type TableWriter, textCell } from "../table-writer.ts";
import { PAGE_DECOMPRESSORS } from "./page-bytes.ts";
import { columnsOf, type ParquetColumn, PARSERS } from "./parquet-values.ts";

/** What describes the file: it is in memory as a whole. */
const MAX_METADATA_BYTES = 16_000_000;
/** Values are unpacked by the group of rows. */
const MAX_GROUP_BYTES = 1_000_000_000;
/** Values that are in memory at a time, those within lists too. */
const VALUES_AT_ONCE = 2_000_000;
/** Values of lists that are in memory at a time, where the file does not say which rows its pages hold. */
const MAX_GROUP_VALUES = 10_000_000;
/** Bytes of the length of the metadata and of the mark at the end. */
const FOOTER_BYTES = 8;
/** PAR1. */
const MARK = 0x31524150;

/** Reads a Parquet file: its columns with their types. What is nested becomes JSON text. */
export async function readParquet(file: FileToRead, _settings: LoadSettings, out: TableWriter): Promise<MadeTable> {
  const handle = await open(file.path);
  try {
    return await tableIn(handle, out);
  } catch (error) {
    // Errors of the disk have a number; all others are of the bytes.
    if (error instanceof FileFault || (error instanceof Error && "errno" in error)) throw error;
    throw damaged("parquet");
  } finally {
    await handle.close();
  }
}

async function tableIn(handle: FileHandle, out: TableWriter): Promise<MadeTable> {
  const { size } = await handle.stat();
  const file: AsyncBuffer = { byteLength: size, slice: (start, end) => bytesOf(handle, start, end ?? size) };
  const metadata = await metadataOf(file);
  const columns = columnsOf(metadata);
  if (columns.length > out.limits.maxColumns) throw new FileFault(tooManyColumns(columns.length, out.limits));
  out.row(columns.map(({ name }) => textCell(name)));
  let start = 0;
  for (const group of metadata.row_groups) {
    const rows = Number(group.num_rows);
    if (Number(group.total_byte_size) > MAX_GROUP_BYTES) throw overLimit("group-bytes", MAX_GROUP_BYTES);
    out.unpacked(Number(group.total_byte_size));
    await writeRows({ file, metadata, columns, out, step: stepIn(group) }, start, start + rows);
    if (out.full) break;
    start += rows;
  }
  if (start !== Number(metadata.num_rows) && !out.full) throw damaged("parquet");
  return { kind: "records", types: columns.map(({ type }) => type) };
}

/** How many rows of a group are in memory at a time. Throws a `FileFault` if its lists have too many values for that. */
function stepIn({ columns, num_rows: rows }: RowGroup): number {
  let values = 0;
  let whole = 0;
  for (const { meta_data: chunk, offset_index_offset: pages } of columns) {
    const count = Number(chunk?.num_values ?? 0);
    values += count;
    if (count > Number(rows) && pages === undefined) whole += count;
  }
  if (whole > MAX_GROUP_VALUES) throw overLimit("group-values", MAX_GROUP_VALUES);
  return Math.max(1, Math.floor((VALUES_AT_ONCE * Number(rows)) / Math.max(1, values)));
}

async function metadataOf(file: AsyncBuffer): Promise<FileMetaData> {
  if (file.byteLength < FOOTER_BYTES) throw damaged("parquet");
  const footer = new DataView(await file.slice(file.byteLength - FOOTER_BYTES, file.byteLength));
  if (footer.getUint32(4, true) !== MARK) throw damaged("parquet");
  const bytes = footer.getUint32(0, true);
  if (bytes > MAX_METADATA_BYTES) throw overLimit("metadata-bytes", MAX_METADATA_BYTES);
  return parquetMetadataAsync(file, { geoparquet: false, initialFetchSize: Math.min(file.byteLength, bytes + 8) });
}

type Reading = {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly columns: readonly ParquetColumn[];
  readonly out: TableWriter;
  /** So many rows are in memory at a time. */
  readonly step: number;
};

/** Writes the rows from `start` up to `end`, which are of one group. */
async function writeRows({ file, metadata, columns, out, step }: Reading, start: number, end: number): Promise<void> {
  for (let rowStart = start; rowStart < end && !out.full; rowStart += step) {
    const rowEnd = Math.min(end, rowStart + step);
    let rows: readonly (readonly unknown[])[] = [];
    await parquetRead({
      ...{ file, metadata, rowStart, rowEnd, compressors: PAGE_DECOMPRESSORS, parsers: PARSERS, utf8: false },
      ...{ geoparquet: false, useOffsetIndex: true },
      onComplete: (read: readonly (readonly unknown[])[]) => {
        rows = read;
      },
    });
    if (rows.length !== rowEnd - rowStart) throw damaged("parquet");
    rows.forEach((row, at) =>
      out.row(columns.map((column, index) => cellOf(column, row[index], rowStart + at + 1, out))),
    );
    await out.pause();
  }
}

function cellOf({ type, text }: ParquetColumn, value: unknown, place: number, out: TableWriter): string {
  if (value === null || value === undefined) return "";
  const written = text(value);
  if (written === null) out.emptied("not-finite", place);
  if (written === "") out.emptied("empty-text", place);
  if (written === null || type !== "text") return written ?? "";
  out.checkCell(written, place);
  return textCell(written);
}

async function bytesOf(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new ArrayBuffer(Math.max(0, end - start));
  const { bytesRead } = await handle.read(new Uint8Array(bytes), 0, bytes.byteLength, start);
  if (bytesRead < bytes.byteLength) throw damaged("parquet");
  return bytes;
}
