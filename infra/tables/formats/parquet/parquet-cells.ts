import { withoutEnd } from "#domain/core/text/text.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { BACKSLASH } from "../copy-rows.ts";
import type { GrowingBytes } from "./growing-bytes.ts";
import { type DecimalSize, INT64_DIGITS } from "./parquet-schema.ts";

/** Adds a cell of COPY's text format, its bytes from `from` to `to`, as Parquet's plain encoding has it. */
export type CellWriter = (rows: Buffer, from: number, to: number, out: GrowingBytes) => void;

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const LOWER_T = 0x74;
const TWO_32 = 2 ** 32;
const DAY_MICROS = 86_400_000_000;
/** Decimal numbers of so many digits, and powers of ten up to this one, are exact: so is their quotient, rounded once. */
const EXACT_DIGITS = 15;
const TENS = Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => 10 ** power);

/** Writes cells of a type: times in microseconds, decimals without their point; nothing is made for a value on its way. */
export function cellWriter(type: ColumnType, size: DecimalSize | null): CellWriter {
  switch (type) {
    case "bigint":
      return whole;
    case "numeric":
      return size === null ? text : decimalWriter(size);
    case "double precision":
      return double;
    case "boolean":
      return boolean;
    case "date":
      return date;
    case "time":
      return (rows, from, to, out) => putInt64(timeMicros(rows, from, to), out);
    case "timestamp":
      return timestamp;
    case "timestamptz":
      // It ends in `+00`.
      return (rows, from, to, out) => timestamp(rows, from, to - 3, out);
    case "text":
    case "jsonb":
      return text;
  }
}

/** The characters that COPY writes after a backslash, by their byte; all others are themselves. */
const UNESCAPED = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, meant] of Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }))
  UNESCAPED[letter.charCodeAt(0)] = meant.charCodeAt(0);

function text(rows: Buffer, from: number, to: number, out: GrowingBytes): void {
  out.room(4 + to - from);
  const { bytes, length } = out;
  let end = length + 4;
  for (let at = from; at < to; at += 1) {
    let byte = rows[at] as number;
    if (byte === BACKSLASH) byte = UNESCAPED[rows[++at] as number] as number;
    bytes[end++] = byte;
  }
  out.view.setUint32(length, end - length - 4, true);
  out.length = end;
}

function boolean(rows: Buffer, from: number, _to: number, out: GrowingBytes): void {
  out.room(1);
  out.bytes[out.length++] = rows[from] === LOWER_T ? 1 : 0;
}

function whole(rows: Buffer, from: number, to: number, out: GrowingBytes): void {
  const number = signed(rows, from, to);
  if (Number.isSafeInteger(number)) putInt64(number, out);
  else putBigInt64(BigInt(rows.toString("latin1", from, to)), out);
}

function double(rows: Buffer, from: number, to: number, out: GrowingBytes): void {
  out.room(8);
  out.view.setFloat64(out.length, shortDecimal(rows, from, to) ?? Number(rows.toString("latin1", from, to)), true);
  out.length += 8;
}

/** The number, if it has few digits and no exponent. */
function shortDecimal(rows: Buffer, from: number, to: number): number | null {
  const isNegative = rows[from] === MINUS;
  const first = isNegative ? from + 1 : from;
  if (to - first > EXACT_DIGITS + 1) return null;
  let number = 0;
  let point = to - 1;
  for (let at = first; at < to; at += 1) {
    const digit = (rows[at] as number) - ZERO;
    if (digit >= 0 && digit <= 9) number = number * 10 + digit;
    else if (digit === POINT - ZERO && point === to - 1) point = at;
    else return null;
  }
  if (number > Number.MAX_SAFE_INTEGER) return null;
  const value = number / (TENS[to - 1 - point] as number);
  return isNegative ? -value : value;
}

function decimalWriter({ precision, scale }: DecimalSize): CellWriter {
  if (precision <= INT64_DIGITS)
    return (rows, from, to, out) => {
      const number = withoutPoint(rows, from, to, scale);
      if (Number.isSafeInteger(number)) putInt64(number, out);
      else putBigInt64(longWithoutPoint(rows.toString("latin1", from, to), scale), out);
    };
  return (rows, from, to, out) => {
    const number = longWithoutPoint(rows.toString("latin1", from, to), scale);
    out.room(16);
    out.view.setBigInt64(out.length, number >> 64n);
    out.view.setBigUint64(out.length + 8, number);
    out.length += 16;
  };
}

/** Digits behind the scale are zeros. */
function withoutPoint(rows: Buffer, from: number, to: number, scale: number): number {
  const isNegative = rows[from] === MINUS;
  let number = 0;
  let at = isNegative ? from + 1 : from;
  for (; at < to && rows[at] !== POINT; at += 1) number = number * 10 + (rows[at] as number) - ZERO;
  for (let place = 0; place < scale; place += 1) {
    at += 1;
    number = number * 10 + (at < to ? (rows[at] as number) - ZERO : 0);
  }
  return isNegative ? -number : number;
}

function longWithoutPoint(cell: string, scale: number): bigint {
  const [before = "", after = ""] = cell.split(".");
  return BigInt(before + withoutEnd(after, "0").padEnd(scale, "0"));
}

function signed(rows: Buffer, from: number, to: number): number {
  return rows[from] === MINUS ? -digits(rows, from + 1, to) : digits(rows, from, to);
}

function digits(rows: Buffer, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + (rows[at] as number) - ZERO;
  return number;
}

function date(rows: Buffer, from: number, _to: number, out: GrowingBytes): void {
  out.room(4);
  out.view.setInt32(out.length, dayOf(rows, from), true);
  out.length += 4;
}

/** Days since 1970 of `YYYY-MM-DD`; years are 1 to 9999. A year begins in March here, so that it ends with the leap day. */
function dayOf(rows: Buffer, from: number): number {
  const month = digits(rows, from + 5, from + 7);
  const year = digits(rows, from, from + 4) - (month > 2 ? 0 : 1);
  const beforeMonth = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + beforeMonth + digits(rows, from + 8, from + 10) - 719_469;
}

/** `HH:MM:SS` with up to six digits of a second. */
function timeMicros(rows: Buffer, from: number, to: number): number {
  const seconds =
    digits(rows, from, from + 2) * 3600 + digits(rows, from + 3, from + 5) * 60 + digits(rows, from + 6, from + 8);
  const places = to - from - 9;
  return seconds * 1e6 + (places > 0 ? digits(rows, from + 9, to) * (TENS[6 - places] as number) : 0);
}

function timestamp(rows: Buffer, from: number, to: number, out: GrowingBytes): void {
  const [day, time] = [dayOf(rows, from), timeMicros(rows, from + 11, to)];
  const micros = day * DAY_MICROS + time;
  if (Number.isSafeInteger(micros)) putInt64(micros, out);
  else putBigInt64(BigInt(day) * BigInt(DAY_MICROS) + BigInt(time), out);
}

function putInt64(number: number, out: GrowingBytes): void {
  out.room(8);
  const high = Math.floor(number / TWO_32);
  out.view.setUint32(out.length, number - high * TWO_32, true);
  out.view.setInt32(out.length + 4, high, true);
  out.length += 8;
}

function putBigInt64(number: bigint, out: GrowingBytes): void {
  out.room(8);
  out.view.setBigInt64(out.length, number, true);
  out.length += 8;
}
