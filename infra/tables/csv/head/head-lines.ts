import { cutText } from "#domain/core/text/text.ts";

const LF = 0x0a;
const CR = 0x0d;
const NOTES = 20;
const NOTE_CHARACTERS = 200;

/** A copy of the bytes of a record without those of its line end. */
export function withoutLineEnd(record: Uint8Array): Uint8Array {
  const end = record.findLastIndex((byte) => byte !== LF && byte !== CR) + 1;
  return Uint8Array.from(record.subarray(0, end));
}

/** The first lines before the table that are not empty. */
export function notes(before: Buffer): { line: number; text: string }[] {
  return before
    .toString("utf8")
    .split(/\r\n|\r|\n/)
    .map((text, at) => ({ line: at + 1, text: cutText(text.replaceAll("\0", "").trim(), NOTE_CHARACTERS) }))
    .filter(({ text }) => text !== "")
    .slice(0, NOTES);
}

/** The bytes of the first lines of a text. */
export function bytesOfLines(text: Uint8Array, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines && at < text.length; line += 1) {
    while (at < text.length && text[at] !== LF && text[at] !== CR) at += 1;
    at += text[at] === CR && text[at + 1] === LF ? 2 : 1;
  }
  return Math.min(at, text.length);
}
