import type { ColumnType, ExactNumbers } from "#domain/core/values/table.ts";
import {
  type Cursor,
  intoBytes,
  isoTime,
  isSeparatorLead,
  plain,
  put,
  QUOTE,
  SPACE,
  truth,
  VERTICAL_TAB,
} from "./cell-bytes.ts";
import { BACKSLASH, isNullAt, NEWLINE, type RowEncoder, TAB } from "./copy-rows.ts";

/** How the cells of a column are written. */
type Kind = "number" | "boolean" | "quoted" | "timestamp" | "text" | "json";

type Field = { readonly kind: Kind; /** `{"name":` or `,"name":` */ readonly key: Uint8Array };

const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const LOWER_U = 0x75;
const LOWER_V = 0x76;
const HEX = Buffer.from("0123456789abcdef");
const NULL = Buffer.from("null");
/** Line separators of Unicode, at which some readers would end a line within a text. */
const SEPARATORS = ["\u0085", "\u2028", "\u2029"].map((sign) => ({
  bytes: Buffer.from(sign),
  escape: Buffer.from(`\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`),
}));
/** `\u001f` */
const LONGEST_ESCAPE = 6;

/**
 * Writes rows as JSON objects, byte for byte as Postgres' `row_to_json` does, with ISO 8601 times and with escapes for the
 * line separators of Unicode, so that a row stays one line for every reader. COPY's escapes are nearly those of JSON, so
 * each byte is looked at once and no object is made. Rows of an array have a comma before them, which the first one
 * leaves out.
 */
export function jsonRows(
  columns: readonly { readonly name: string; readonly type: ColumnType }[],
  { array, exactNumbers }: { readonly array: boolean; readonly exactNumbers: ExactNumbers },
): RowEncoder {
  const fields = columns.map(({ name, type }, at) => ({
    kind: kindOf(type, exactNumbers),
    key: Buffer.from(`${at === 0 ? "{" : ","}${JSON.stringify(name)}:`),
  }));
  const fixed = fields.reduce((sum, { key }) => sum + key.length + LONGEST_ESCAPE, 4);
  let isFirst = true;
  return intoBytes({ fixed, perByte: LONGEST_ESCAPE }, (rows, out, cursor) => {
    if (array && !isFirst) out[cursor.to++] = COMMA;
    isFirst = false;
    for (const field of fields) cell(rows, out, cursor, field);
    out[cursor.to++] = CLOSING_BRACE;
    out[cursor.to++] = NEWLINE;
  });
}

function kindOf(type: ColumnType, exactNumbers: ExactNumbers): Kind {
  switch (type) {
    case "bigint":
    case "numeric":
      return exactNumbers === "string" ? "quoted" : "number";
    case "double precision":
      return "number";
    case "boolean":
      return "boolean";
    case "date":
    case "time":
      return "quoted";
    case "timestamp":
    case "timestamptz":
      return "timestamp";
    case "text":
      return "text";
    case "jsonb":
      return "json";
  }
}

/** Writes one cell with its key, and moves the cursor behind it and the tab or line break that follows. */
function cell(rows: Uint8Array, out: Uint8Array, cursor: Cursor, { kind, key }: Field): void {
  cursor.to = put(key, out, cursor.to);
  if (isNullAt(rows, cursor.from)) {
    cursor.to = put(NULL, out, cursor.to);
    cursor.from += 3;
    return;
  }
  switch (kind) {
    case "number":
      return isNumberAt(rows, cursor.from) ? plain(rows, out, cursor) : inQuotes(plain, rows, out, cursor);
    case "boolean":
      return truth(rows, out, cursor);
    case "quoted":
      return inQuotes(plain, rows, out, cursor);
    case "timestamp":
      return inQuotes(isoTime, rows, out, cursor);
    case "text":
      return text(rows, out, cursor);
    case "json":
      return json(rows, out, cursor);
  }
}

/** Not so for NaN and Infinity, which JSON can only hold as texts. */
function isNumberAt(rows: Uint8Array, at: number): boolean {
  const first = rows[at] as number;
  const digit = first === MINUS ? (rows[at + 1] as number) : first;
  return digit >= ZERO && digit <= NINE;
}

function inQuotes(write: typeof plain, rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  out[cursor.to++] = QUOTE;
  write(rows, out, cursor);
  out[cursor.to++] = QUOTE;
}

function text(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { from, to } = cursor;
  out[to++] = QUOTE;
  for (; ; from += 1) {
    const byte = rows[from] as number;
    if (byte === TAB || byte === NEWLINE) break;
    const separator = isSeparatorLead(byte) ? separatorAt(rows, from) : undefined;
    if (separator) {
      to = put(separator.escape, out, to);
      from += separator.bytes.length - 1;
    } else if (byte === BACKSLASH) {
      from += 1;
      const letter = rows[from] as number;
      if (letter === LOWER_V) to = control(VERTICAL_TAB, out, to);
      else {
        out[to++] = BACKSLASH;
        out[to++] = letter;
      }
    } else if (byte < SPACE) to = control(byte, out, to);
    else {
      if (byte === QUOTE) out[to++] = BACKSLASH;
      out[to++] = byte;
    }
  }
  out[to++] = QUOTE;
  cursor.from = from + 1;
  cursor.to = to;
}

function separatorAt(rows: Uint8Array, at: number): (typeof SEPARATORS)[number] | undefined {
  return SEPARATORS.find(({ bytes }) => bytes.every((byte, place) => rows[at + place] === byte));
}

function control(byte: number, out: Uint8Array, to: number): number {
  out[to] = BACKSLASH;
  out[to + 1] = LOWER_U;
  out[to + 2] = ZERO;
  out[to + 3] = ZERO;
  out[to + 4] = HEX[byte >> 4] as number;
  out[to + 5] = HEX[byte & 15] as number;
  return to + LONGEST_ESCAPE;
}

/** jsonb is JSON already, with a second backslash before each of its own. */
function json(rows: Uint8Array, out: Uint8Array, cursor: Cursor): void {
  let { from, to } = cursor;
  for (; ; from += 1) {
    const byte = rows[from] as number;
    if (byte === TAB || byte === NEWLINE) break;
    const separator = isSeparatorLead(byte) ? separatorAt(rows, from) : undefined;
    if (separator) {
      to = put(separator.escape, out, to);
      from += separator.bytes.length - 1;
      continue;
    }
    if (byte === BACKSLASH) from += 1;
    out[to++] = rows[from] as number;
  }
  cursor.from = from + 1;
  cursor.to = to;
}
