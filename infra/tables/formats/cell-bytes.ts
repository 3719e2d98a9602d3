import { BACKSLASH, NEWLINE, type RowEncoder, TAB } from "./copy-rows.ts";

/** Where the next cell begins in the rows, and where its bytes go in the output. */
export type Cursor = { from: number; to: number };

export const QUOTE = 0x22;
export const SPACE = 0x20;
export const LOWER_T = 0x74;
export const VERTICAL_TAB = 0x0b;
const PLUS = 0x2b;
const CAPITAL_T = 0x54;
const CAPITAL_Z = 0x5a;
export const TRUE = Buffer.from("true");
export const FALSE = Buffer.from("false");
const MIN_BYTES = 262_144;
/** Most bytes of room that are kept for the next rows. */
const KEPT_BYTES = 2_000_000;
/** Rows up to this size get room for the longest escapes; those of longer ones are counted first. */
const SHORT_ROW_BYTES = 65_536;

/**
 * Encodes rows one after the other into one buffer. `row` writes the row at the cursor and moves the cursor behind its
 * line break. Besides `fixed` bytes, a row takes at most `perByte` for each byte that may be escaped, and one for any other.
 */
export function intoBytes(
  { fixed, perByte }: { readonly fixed: number; readonly perByte: number },
  row: (rows: Uint8Array, out: Uint8Array, cursor: Cursor) => void,
): RowEncoder {
  let out: Buffer = Buffer.allocUnsafe(0);
  return (rows) => {
    // Used again for the next rows, unless it is large: what is left for the collector is as small as the answer.
    if (out.length > KEPT_BYTES) out = Buffer.allocUnsafe(0);
    const cursor: Cursor = { from: 0, to: 0 };
    while (cursor.from < rows.length) {
      const end = rows.indexOf(NEWLINE, cursor.from);
      const room = cursor.to + fixed + longest(rows, cursor.from, end, perByte);
      if (room > out.length) out = grown(out, cursor.to, room);
      row(rows, out, cursor);
    }
    return Buffer.from(out.subarray(0, cursor.to));
  };
}

function longest(rows: Uint8Array, from: number, end: number, perByte: number): number {
  if (end - from <= SHORT_ROW_BYTES) return (end - from) * perByte;
  let bytes = end - from;
  for (let at = from; at < end; at += 1) {
    const byte = rows[at] as number;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH || isSeparatorLead(byte)) bytes += perByte;
  }
  return bytes;
}

/** Tells whether a byte of UTF-8 may begin one of the line separators U+0085, U+2028 and U+2029. */
export function isSeparatorLead(byte: number): boolean {
  return byte === 0xe2 || byte === 0xc2;
}

function grown(out: Buffer, used: number, room: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(room, out.length * 2, MIN_BYTES));
  out.copy(larger, 0, 0, used);
  return larger;
}

/** Writes fixed bytes; returns where the next ones go. */
export function put(bytes: Uint8Array, out: Uint8Array, to: number): number {
  const { length } = bytes;
  // Quicker than `set` for the few bytes of a key.
  for (let at = 0; at < length; at += 1) out[to + at] = bytes[at] as number;
  return to + length;
}

/** A cell as it is: a number, a date or a time. */
export function plain(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { from, to } = cursor;
  for (; ; from += 1) {
    const byte = rows[from] as number;
    if (byte === TAB || byte === NEWLINE) break;
    out[to++] = byte;
  }
  cursor.from = from + 1;
  cursor.to = to;
}

/** `t` or `f` in full. */
export function truth(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  cursor.to = put(rows[cursor.from] === LOWER_T ? TRUE : FALSE, out, cursor.to);
  cursor.from += 2;
}

/** `2024-01-31 10:00:00+00` becomes `2024-01-31T10:00:00Z`; only times with a zone have a plus. */
export function isoTime(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { from, to } = cursor;
  for (; ; from += 1) {
    const byte = rows[from] as number;
    if (byte === TAB || byte === NEWLINE) break;
    if (byte === SPACE) out[to++] = CAPITAL_T;
    else if (byte === PLUS) {
      out[to++] = CAPITAL_Z;
      from += 2;
    } else out[to++] = byte;
  }
  cursor.from = from + 1;
  cursor.to = to;
}
