import yauzl from "yauzl";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { MAX_LISTED_PARTS } from "#domain/dataset/load-failure.ts";
import { storableText } from "#domain/core/text/storable.ts";
import { cutText } from "#domain/core/text/text.ts";
import { isTooTight, MAX_TIMES_UNPACKED } from "../../csv/file-bytes.ts";
import { type CsvLimits, tooLarge } from "../../csv/plan.ts";
import { damaged, FileFault, overLimit } from "../file-fault.ts";

/** Most files within a ZIP file. */
const MAX_ENTRIES = 10_000;
/** Characters of a name that is shown. */
const MAX_NAME = 300;

/** A ZIP file that is open: the names of its files in their order, and the bytes of each. */
export type ZipFile = {
  readonly names: readonly string[];
  /** Whether a file is locked with a password. */
  isLocked(name: string): boolean;
  /** The bytes of a file as they are unpacked. */
  read(name: string): AsyncGenerator<Buffer>;
};

/** Opens a ZIP file while `use` reads it. Throws a `FileFault` if it is damaged or has too many files. */
export async function withZip<Result>(
  path: string,
  limits: Pick<CsvLimits, "maxBytes">,
  use: (zip: ZipFile) => Promise<Result>,
): Promise<Result> {
  const zip = await asFault(yauzl.openPromise(path, { autoClose: false }));
  // Each call has its own; without a listener another one would end the process.
  zip.on("error", () => undefined);
  try {
    const entries = await entriesOf(zip);
    const entryOf = (name: string) => {
      const entry = entries.get(name);
      if (!entry) throw damaged("zip");
      return entry;
    };
    return await use({
      names: [...entries.keys()],
      isLocked: (name) => entryOf(name).isEncrypted(),
      read: (name) => bytesOf(zip, entryOf(name), limits),
    });
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw overLimit("entries", MAX_ENTRIES);
  const entries = new Map<string, yauzl.Entry>();
  const read = async () => {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry;
      // Of several files of one name the last was added last: other programs read that one too.
      if (!fileName.endsWith("/")) entries.set(fileName, entry);
      if (entries.size > MAX_ENTRIES) throw overLimit("entries", MAX_ENTRIES);
    }
  };
  await asFault(read());
  return entries;
}

const STORED = 0;
const DEFLATED = 8;

async function* bytesOf(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  limits: Pick<CsvLimits, "maxBytes">,
): AsyncGenerator<Buffer> {
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new FileFault({ code: "not-a-table", facts: { kind: "packed" } });
  const stream = await asFault(zip.openReadStreamPromise(entry));
  let unpacked = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > limits.maxBytes) throw new FileFault(tooLarge(limits));
      if (isTooTight(entry.compressedSize, unpacked)) throw overLimit("times", MAX_TIMES_UNPACKED);
      yield chunk;
    }
  } catch (error) {
    throw faultOf(error);
  } finally {
    stream.destroy();
  }
}

async function asFault<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw faultOf(error);
  }
}

/** Errors of the disk have a number; all others are of the bytes. */
function faultOf(error: unknown): unknown {
  return error instanceof FileFault || (error instanceof Error && "errno" in error && "syscall" in error)
    ? error
    : damaged("zip");
}

/** What a program for ZIP files adds to them. */
const ADDED = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/** The file within a ZIP file that is read, and the names of the others. Throws a `FileFault` if none is. */
export function chosenEntry(zip: ZipFile, wanted: string | undefined): { name: string; others: readonly string[] } {
  const names = zip.names.filter((name) => !ADDED.test(name));
  const name =
    wanted === undefined && names.length === 1
      ? names[0]
      : names.find((each) => each === wanted || shownName(each) === wanted);
  if (name === undefined) throw new FileFault(withoutEntry(names, wanted));
  if (zip.isLocked(name)) throw new FileFault({ code: "entry-locked", facts: { entry: shownName(name) } });
  return { name, others: names.filter((each) => each !== name) };
}

function withoutEntry(names: readonly string[], wanted: string | undefined): LoadFailure {
  if (names.length === 0) return { code: "no-rows", facts: {} };
  const listed = { entries: listedNames(names), count: names.length };
  return wanted === undefined
    ? { code: "entry-unnamed", facts: listed }
    : { code: "entry-missing", facts: { entry: shownName(wanted), ...listed } };
}

/** The first names of parts of a file, cut to a length that can be shown. */
export function listedNames(names: readonly string[]): string[] {
  return names.slice(0, MAX_LISTED_PARTS).map(shownName);
}

/** Gives the name of a part of a file as it is stored and shown: cut, and without what a database cannot store. */
export function shownName(name: string): string {
  return storableText(cutText(name, MAX_NAME));
}
