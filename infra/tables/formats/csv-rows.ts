import { csvLine } from "#domain/core/text/writers/csv-line.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type Cursor, intoBytes, isoTime, plain, put, QUOTE, SPACE, truth, VERTICAL_TAB } from "./cell-bytes.ts";
import { BACKSLASH, isNullAt, NEWLINE, type RowEncoder, TAB } from "./copy-rows.ts";

const COMMA = 0x2c;
const POINT = 0x2e;
const CARRIAGE_RETURN = 0x0d;
const EMPTY = Buffer.from('""');
const NOTHING = Buffer.alloc(0);
/** The bytes that COPY writes as a backslash and a letter. */
const UNESCAPED: ReadonlyMap<number, number> = new Map([
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, NEWLINE],
  [0x72, CARRIAGE_RETURN],
  [0x74, TAB],
  [0x76, VERTICAL_TAB],
]);

type WriteCell = (rows: Uint8Array, out: Uint8Array, cursor: Cursor) => void;

/** The header line of these columns. */
export function csvHeader(columns: readonly { readonly name: string }[]): string {
  return csvLine(
    columns.map(({ name }) => name),
    "\n",
  );
}

/**
 * Writes rows as CSV, byte for byte as COPY does, with ISO 8601 times and `true` and `false`: nothing for null, quotes
 * where a reader needs them and around an empty text. No row is an empty line, which readers leave out: in a file of one
 * column null is `""`, and a text that begins with a space or a tab has quotes.
 */
export function csvRows(columns: readonly { readonly type: ColumnType }[]): RowEncoder {
  const isAlone = columns.length === 1;
  const cells = columns.map(({ type }) => writerOf(type, isAlone));
  const none = isAlone ? EMPTY : NOTHING;
  // Each cell may get two quotes, and each byte a second one.
  return intoBytes({ fixed: columns.length * 6 + 2, perByte: 2 }, (rows, out, cursor) => {
    for (let at = 0; at < cells.length; at += 1) {
      if (at > 0) out[cursor.to++] = COMMA;
      if (isNullAt(rows, cursor.from)) {
        cursor.to = put(none, out, cursor.to);
        cursor.from += 3;
      } else (cells[at] as WriteCell)(rows, out, cursor);
    }
    out[cursor.to++] = NEWLINE;
  });
}

function writerOf(type: ColumnType, isAlone: boolean): WriteCell {
  switch (type) {
    case "bigint":
    case "double precision":
    case "numeric":
    case "date":
    case "time":
      return plain;
    case "boolean":
      return truth;
    case "timestamp":
    case "timestamptz":
      return isoTime;
    case "text":
    case "jsonb":
      return isAlone ? textAlone : text;
  }
}

/** A line `\.` would end the rows for some readers, and others leave out one of spaces and tabs. */
function textAlone(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  const { from } = cursor;
  const isEnd =
    rows[from] === BACKSLASH && rows[from + 1] === BACKSLASH && rows[from + 2] === POINT && rows[from + 3] === NEWLINE;
  const isBlank = rows[from] === SPACE || (rows[from] === BACKSLASH && UNESCAPED.get(rows[from + 1] as number) === TAB);
  return isEnd || isBlank ? quoted(rows, out, cursor) : text(rows, out, cursor);
}

/** Writes a text without quotes, and begins again with them at the first byte that needs them. */
function text(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { from, to } = cursor;
  for (; ; from += 1) {
    let byte = rows[from] as number;
    if (byte === TAB || byte === NEWLINE) break;
    if (byte === BACKSLASH) byte = unescapedAt(rows, ++from);
    if (byte === COMMA || byte === QUOTE || byte === NEWLINE || byte === CARRIAGE_RETURN)
      return quoted(rows, out, cursor);
    out[to++] = byte;
  }
  if (from === cursor.from) return quoted(rows, out, cursor);
  cursor.from = from + 1;
  cursor.to = to;
}

function quoted(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { from, to } = cursor;
  out[to++] = QUOTE;
  for (; ; from += 1) {
    let byte = rows[from] as number;
    if (byte === TAB || byte === NEWLINE) break;
    if (byte === BACKSLASH) byte = unescapedAt(rows, ++from);
    if (byte === QUOTE) out[to++] = QUOTE;
    out[to++] = byte;
  }
  out[to++] = QUOTE;
  cursor.from = from + 1;
  cursor.to = to;
}

function unescapedAt(rows: Uint8Array, at: number): number {
  const letter = rows[at] as number;
  return UNESCAPED.get(letter) ?? letter;
}
