import { Readable } from "node:stream";
import type { ClientBase } from "pg";
import type { FileStore } from "../../files/file-store.ts";
import type { EventRow } from "../postgres/stored-event.ts";
import {
  type ArchiveFile,
  type ArchiveList,
  listName,
  packEvents,
  readArchiveFile,
  readArchiveList,
  sha256Of,
} from "./archive-file.ts";
import { chosenRows } from "./choose-events.ts";

/** How much a file holds, of which the first that is reached ends it. */
export type FileSize = { readonly events: number; readonly bytes: number };

/** Who reads one event unpacks a whole file, and an index entry is kept for each. */
const FILE_SIZE: FileSize = { events: 1_000, bytes: 4_000_000 };

export type WrittenArchive = { readonly list: ArchiveList; readonly sha256: string };

export type WriteTo = {
  readonly files: FileStore;
  /** Throws unless these are events of the log. */
  readonly check: (rows: readonly EventRow[]) => Promise<void>;
  readonly size?: FileSize | undefined;
  /** Called after each file. */
  readonly reached: (step: string) => Promise<void>;
};

/**
 * Writes the chosen events of a month as archive files and the list of these. When it returns, all of them were read back,
 * are what the signed tree has, and outlive a loss of power. Files that are there already are written again.
 */
export async function writeArchive(client: ClientBase, month: string, to: WriteTo): Promise<WrittenArchive> {
  const files: ArchiveFile[] = [];
  for await (const rows of portions(chosenRows(client, month), to.size ?? FILE_SIZE)) {
    files.push(await writeFile(rows, month, to));
    await to.reached("file");
  }
  const list: ArchiveList = { format: 1, month, events: files.reduce((sum, { events }) => sum + events, 0), files };
  const text = `${JSON.stringify(list, null, 1)}\n`;
  const sha256 = sha256Of(text);
  await to.files.keep(Readable.from([Buffer.from(text)]), () => listName(month, sha256));
  await to.files.settle(month);
  await readArchiveList(to.files, { month, sha256 });
  await to.reached("list");
  return { list, sha256 };
}

async function writeFile(rows: readonly EventRow[], month: string, { files, check }: WriteTo): Promise<ArchiveFile> {
  const { packed, rawBytes } = await packEvents(rows);
  const sha256 = sha256Of(packed);
  const [first, last] = [Number(rows[0]!.position), Number(rows.at(-1)!.position)];
  const name = `${month}/${first}-${last}-${sha256}.jsonl.gz`;
  await files.keep(Readable.from([packed]), () => name);
  const file = { name, first, last, events: rows.length, bytes: packed.length, rawBytes, sha256 };
  await check(await readArchiveFile(files, file));
  return file;
}

async function* portions(rows: AsyncIterable<EventRow>, size: FileSize): AsyncGenerator<readonly EventRow[], void> {
  let [portion, bytes]: [EventRow[], number] = [[], 0];
  for await (const row of rows) {
    portion.push(row);
    bytes += row.data.length;
    if (portion.length < size.events && bytes < size.bytes) continue;
    yield portion;
    [portion, bytes] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}
