import { closeSync, openSync, writeSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { INSPECTED_WHOLE_BYTES } from "#domain/dataset/inspection.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { FilePart } from "#domain/dataset/load-report.ts";
import type { FileFormat, LoadSettings } from "#domain/dataset/load-settings.ts";
import { MAX_TIMES_UNPACKED, type PackingFault, packingOf, rawChunks } from "../csv/file-bytes.ts";
import { tooLarge } from "../csv/plan.ts";
import { contentOf, isReadFromPlaces } from "./file-content.ts";
import { FileFault, overLimit } from "./file-fault.ts";
import { readJson } from "./json/read-json.ts";
import { readParquet } from "./parquet/read-parquet.ts";
import type { FileToRead, MadeTable, OpenTable, PackedAs } from "./table-file.ts";
import { TableWriter, type WriterOptions } from "./table-writer.ts";
import { readWorkbook } from "./xlsx/read-workbook.ts";
import { chosenEntry, listedNames, shownName, withZip } from "./zip/zip-file.ts";

/** A file may be packed so many times. */
const MAX_PACKINGS = 3;
const HEAD_BYTES = 1_000_000;

/** Reads a file of a format and writes its table. Throws a `FileFault` if it has none. */
export type TableReader = (file: FileToRead, settings: LoadSettings, out: TableWriter) => Promise<MadeTable>;

export type Opened =
  { readonly ok: true; readonly table: OpenTable } | { readonly ok: false; readonly failure: LoadFailure };

type Request = Pick<FileToRead, "path" | "cut"> & WriterOptions & { readonly settings: LoadSettings };

/**
 * Finds the table of a file: unpacks it, and turns what is no text into CSV in files of `folder`, which is made if it is
 * needed. The format is found by the bytes.
 */
export async function openTable(request: Request): Promise<Opened> {
  try {
    return { ok: true, table: await opened(request) };
  } catch (error) {
    if (error instanceof FileFault) return { ok: false, failure: error.failure };
    throw error;
  }
}

type Unpacked = { readonly packings: PackedAs[]; entry: ReturnType<typeof chosenEntry> | null };

async function opened(request: Request): Promise<OpenTable> {
  const unpacked: Unpacked = { packings: [], entry: null };
  const { file, format } = await unpackedFile(request, unpacked);
  const common = { packings: unpacked.packings, format };
  const { entry } = unpacked;
  const entryPart = entry && partOf({ entry: entry.name }, entry.others);
  if (format === "csv") return { ...common, ...file, made: null, part: entryPart, emptied: [], aside: null };
  await mkdir(request.folder, { recursive: true, mode: 0o700 });
  const out = new TableWriter(request);
  try {
    const { part, ...made } = await READERS[format](file, { ...request.settings, format }, out);
    out.close();
    const { others = [], ...named } = part ?? {};
    const { count, sample } = out.aside;
    return {
      ...common,
      ...{ path: out.path, packing: null, cut: request.cut || out.full, made, emptied: out.emptiedCells() },
      part: part ? partOf({ ...(entry ? { entry: entry.name } : {}), ...named }, others) : entryPart,
      aside: count > 0 ? { path: out.asidePath, count, sample } : null,
    };
  } finally {
    out.close();
  }
}

const READERS: Readonly<Record<Exclude<FileFormat, "csv">, TableReader>> = {
  xlsx: readWorkbook,
  json: readJson,
  ndjson: readJson,
  parquet: readParquet,
};

function partOf({ fields, ...named }: Omit<FilePart, "others" | "count">, others: readonly string[]): FilePart {
  const shown = Object.fromEntries(Object.entries(named).map(([part, name]) => [part, shownName(name)]));
  const beside = fields ? { fields: { names: fields.names.map(shownName), count: fields.count } } : {};
  return { ...shown, ...beside, others: listedNames(others), count: others.length };
}

type Found = { readonly file: FileToRead; readonly format: FileFormat };

/** Unpacks a file until its bytes are of a format. What is read from several places is written to a file. */
async function unpackedFile(request: Request, unpacked: Unpacked): Promise<Found> {
  let file: FileToRead = { path: request.path, packing: null, cut: request.cut };
  for (;;) {
    const head = await headOf(file);
    const packing = packingOf(head);
    if (packing) {
      if (file.packing !== null) file = await spooled(request, file, unpacked);
      file = { ...file, packing };
      count(unpacked, packing);
      continue;
    }
    if (isReadFromPlaces(head)) {
      if (file.packing !== null && !file.cut) file = await spooled(request, file, unpacked);
      if (file.cut) throw overLimit("preview-bytes", INSPECTED_WHOLE_BYTES);
    }
    const format = await contentOf(file.path, head, request.settings.format);
    if (format !== "zip") return { file, format };
    count(unpacked, "zip");
    file = await extracted(request, file, unpacked);
  }
}

function count({ packings }: Unpacked, packing: Unpacked["packings"][number]): void {
  if (packings.push(packing) > MAX_PACKINGS) throw overLimit("packings", MAX_PACKINGS);
}

async function headOf(file: FileToRead): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const read of rawChunks(file)) {
    if (typeof read === "string") {
      if (bytes > 0 && file.cut) break;
      throw packingFault(read);
    }
    parts.push(Buffer.from(read.chunk));
    bytes += read.chunk.length;
    if (bytes >= HEAD_BYTES) break;
  }
  if (bytes === 0) throw new FileFault({ code: "empty", facts: {} });
  return Buffer.concat(parts).subarray(0, HEAD_BYTES);
}

function packingFault(fault: PackingFault): FileFault {
  return fault === "too-tight"
    ? overLimit("times", MAX_TIMES_UNPACKED)
    : new FileFault({ code: "bad-gzip", facts: {} });
}

/** Unpacks a file to the disk. */
async function spooled(request: Request, file: FileToRead, { packings }: Unpacked): Promise<FileToRead> {
  const bytes = async function* () {
    for await (const read of rawChunks(file)) {
      if (typeof read === "string") throw packingFault(read);
      yield read.chunk;
    }
  };
  const { path, cut } = await written(request, `unpacked-${packings.length}`, bytes());
  return { path, packing: null, cut: file.cut || cut };
}

/** Unpacks a file within a ZIP file to the disk. */
async function extracted(request: Request, file: FileToRead, unpacked: Unpacked): Promise<FileToRead> {
  // A name chooses one file, not one of a ZIP file in another.
  if (unpacked.entry) throw overLimit("packings", 1);
  const { path, cut } = await withZip(file.path, request.limits, async (zip) => {
    unpacked.entry = chosenEntry(zip, request.settings.entry);
    return written(request, "entry", zip.read(unpacked.entry.name));
  });
  return { path, packing: null, cut };
}

/** Writes bytes to a file of the folder. Of a file of which only the beginning is wanted as much as may be looked at. */
async function written(
  { folder, limits, onBytes, mostBytes }: Request,
  name: string,
  bytes: AsyncIterable<Buffer>,
): Promise<{ readonly path: string; readonly cut: boolean }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, name);
  const file = openSync(target, "w", 0o600);
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += writeSync(file, chunk);
      if (size > limits.maxBytes) throw new FileFault(tooLarge(limits));
      if (mostBytes !== undefined && size > INSPECTED_WHOLE_BYTES) return { path: target, cut: true };
      await onBytes?.(size);
    }
  } finally {
    closeSync(file);
  }
  return { path: target, cut: false };
}
