import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { gunzip, gzip } from "node:zlib";
import { promisify } from "node:util";
import type { FileStore } from "../../files/file-store.ts";
import type { EventRow } from "../postgres/stored-event.ts";

/** A file of events that left the database, in the order of their positions. Other events may lie between them. */
export type ArchiveFile = {
  /** `<month>/<first>-<last>-<SHA-256>.jsonl.gz`, in the area `archive`. */
  readonly name: string;
  /** Positions of its first and last event. */
  readonly first: number;
  readonly last: number;
  readonly events: number;
  readonly bytes: number;
  /** When unpacked. */
  readonly rawBytes: number;
  /** Of the packed bytes, in hex. */
  readonly sha256: string;
};

/** The files of one archive, as `LogArchived` names it by the SHA-256 of this list. */
export type ArchiveList = {
  readonly format: 1;
  readonly month: string;
  readonly events: number;
  readonly files: readonly ArchiveFile[];
};

/** An archive file that is missing or is not what was archived: a sentence with its place. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
}

/** An archive of a month lists some thousand files. */
const MAX_LIST_BYTES = 64_000_000;
const LEVEL = 9;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The bytes of an archive file: a line of JSON for each event, with the exact texts that its hash covers. */
export async function packEvents(rows: readonly EventRow[]): Promise<{ packed: Buffer; rawBytes: number }> {
  const raw = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return { packed: await pack(raw, { level: LEVEL }), rawBytes: raw.length };
}

/** Reads an archive file whole. Throws `ArchiveFault`. */
export async function readArchiveFile(files: Pick<FileStore, "open">, file: ArchiveFile): Promise<EventRow[]> {
  const place = `The archive file archive/${file.name} (events at positions ${file.first} to ${file.last})`;
  const packed = await bytesOf(files, file.name, place, file.bytes);
  if (packed.length !== file.bytes)
    throw new ArchiveFault(`${place} has ${packed.length} bytes in place of ${file.bytes}`);
  if (sha256Of(packed) !== file.sha256) throw new ArchiveFault(`${place} is not what was archived`);
  const raw = await unpack(packed, { maxOutputLength: Math.max(1, file.rawBytes) });
  const rows = raw.toString().split("\n").slice(0, -1);
  return rows.map((line) => JSON.parse(line) as EventRow);
}

/** Reads the list of an archive, which must be the one of this SHA-256. Throws `ArchiveFault`. */
export async function readArchiveList(
  files: Pick<FileStore, "open">,
  { month, sha256 }: { readonly month: string; readonly sha256: string },
): Promise<ArchiveList> {
  const name = listName(month, sha256);
  const place = `The list archive/${name}`;
  const bytes = await bytesOf(files, name, place, MAX_LIST_BYTES);
  if (sha256Of(bytes) !== sha256) throw new ArchiveFault(`${place} is not what was archived`);
  return JSON.parse(bytes.toString()) as ArchiveList;
}

export function listName(month: string, sha256: string): string {
  return `${month}/list-${sha256}.json`;
}

async function bytesOf(files: Pick<FileStore, "open">, name: string, place: string, most: number): Promise<Buffer> {
  const file = await files.open(name);
  if (file === null) throw new ArchiveFault(`${place} is missing`);
  try {
    if (file.bytes > most) throw new ArchiveFault(`${place} has ${file.bytes} bytes in place of ${most}`);
    return file.bytes === 0 ? Buffer.alloc(0) : await buffer(file.read());
  } finally {
    await file.close();
  }
}
