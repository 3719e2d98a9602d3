import type { Readable } from "node:stream";
import { cutText } from "#domain/core/text/text.ts";
import type { RejectedRow, RejectedRowText, UploadRecords } from "#domain/core/ports/uploads.ts";

export type RejectedWindow = Parameters<UploadRecords["rejectedRows"]>[2];

/** Bytes of a line that are read: enough for the visible characters, each at most six bytes in JSON. */
const KEPT_BYTES = 8_192;
const SHOWN_CHARS = 1_000;
const LINE_END = 10;

/** Rows from `from` (0 is the first) of the file that RejectedRows writes. Closes the source. */
export async function readRejected(
  source: Readable,
  { from, limit, signal }: RejectedWindow,
): Promise<readonly RejectedRowText[]> {
  const rows: RejectedRowText[] = [];
  let number = 0;
  let line = Buffer.alloc(0);
  let isCut = false;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    for (let at = 0; at < chunk.length;) {
      const found = chunk.indexOf(LINE_END, at);
      const end = found < 0 ? chunk.length : found;
      if (number >= from) {
        const kept = Math.min(end, at + KEPT_BYTES - line.length);
        isCut ||= kept < end;
        line = Buffer.concat([line, chunk.subarray(at, kept)]);
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
  return rows;
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
