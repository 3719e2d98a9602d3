import { type FileHandle, open } from "node:fs/promises";
import { cutText } from "#domain/core/text/text.ts";
import type { RejectedRow, RejectedRowText, UploadRecords } from "#domain/core/ports/uploads.ts";

export type RejectedWindow = Parameters<UploadRecords["rejectedRows"]>[2];

const CHUNK_BYTES = 1_000_000;
/** Bytes of a line that are read: enough for the visible characters, each at most six bytes in JSON. */
const KEPT_BYTES = 8_192;
const SHOWN_CHARS = 1_000;
const LINE_END = 10;

/** Rows from `from` (0 is the first) of the file that RejectedRows writes; null if there is no such file. */
export async function readRejected(path: string, window: RejectedWindow): Promise<readonly RejectedRowText[] | null> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return await readWindow(file, window);
  } finally {
    await file.close();
  }
}

async function readWindow(file: FileHandle, { from, limit, signal }: RejectedWindow): Promise<RejectedRowText[]> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const rows: RejectedRowText[] = [];
  let number = 0;
  let line = Buffer.alloc(0);
  let isCut = false;
  for (;;) {
    signal?.throwIfAborted();
    const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES);
    if (bytesRead === 0) return rows;
    for (let at = 0; at < bytesRead;) {
      const found = buffer.subarray(0, bytesRead).indexOf(LINE_END, at);
      const end = found < 0 ? bytesRead : found;
      if (number >= from) {
        const kept = Math.min(end, at + KEPT_BYTES - line.length);
        isCut ||= kept < end;
        line = Buffer.concat([line, buffer.subarray(at, kept)]);
      }
      at = end + 1;
      if (found < 0) break;
      if (number >= from) rows.push(shownRow(line, isCut));
      if (rows.length === limit) return rows;
      number += 1;
      line = Buffer.alloc(0);
      isCut = false;
    }
  }
}

function shownRow(line: Buffer, isCut: boolean): RejectedRowText {
  const { text, ...row } = isCut
    ? parseBeginning(line)
    : (JSON.parse(line.toString("utf8")) as RejectedRow & { readonly text: string });
  const shown = cutText(text, SHOWN_CHARS);
  return { ...row, text: shown, isCut: isCut || shown.length < text.length };
}

/** A truncated line: its text, the last member, is read up to its last whole character. */
function parseBeginning(line: Buffer): RejectedRow & { readonly text: string } {
  const beginning = new TextDecoder("utf-8").decode(line, { stream: true });
  const LONGEST_ESCAPE = 6;
  for (let less = 0; less < LONGEST_ESCAPE; less += 1) {
    try {
      return JSON.parse(`${beginning.slice(0, beginning.length - less)}"}`) as RejectedRow & { readonly text: string };
    } catch {
      continue;
    }
  }
  throw new Error("A row that was set aside cannot be read");
}
