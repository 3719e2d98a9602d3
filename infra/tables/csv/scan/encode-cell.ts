import type { ColumnType } from "#domain/core/values/table.ts";
import { putInt16, putInt32, putInt64, putLength } from "./put-integers.ts";

/** Writes the value of a cell as a field of COPY's binary format at `at` of `out`, and returns where the field ends. */
export type EncodeCell = (bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number) => number;

/**
 * How the cells of a type are written. Each is given only cells that fit the type (cell-kind.ts), without spaces at
 * their ends. Null: as their text.
 */
export function encoderOf(type: ColumnType): EncodeCell | null {
  switch (type) {
    case "bigint":
      return bigint;
    case "double precision":
      return double;
    case "numeric":
      return numeric;
    case "boolean":
      return boolean;
    case "date":
      return date;
    case "timestamp":
    case "timestamptz":
      return timestamp;
    case "time":
      return time;
    case "text":
    case "jsonb":
      return null;
  }
}

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** A number of so many digits, and a power of ten so great, are exact as a double. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, power) => Number(`1e${power}`));

function ascii(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] as number);
  return text;
}

function bigint(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  at = putLength(8, out, at);
  const isNegative = bytes[start] === MINUS;
  const from = isNegative ? start + 1 : start;
  if (end - from > EXACT_DIGITS) return putInt64(BigInt(ascii(bytes, start, end)), out, at);
  let value = 0;
  for (let digit = from; digit < end; digit += 1) value = value * 10 + (bytes[digit] as number) - ZERO;
  return putInt64(isNegative ? -value : value, out, at);
}

const float = new DataView(new ArrayBuffer(8));
const floatBytes = new Uint8Array(float.buffer);

function double(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  at = putLength(8, out, at);
  float.setFloat64(0, numberOf(bytes, start, end));
  for (let byte = 0; byte < 8; byte += 1) out[at + byte] = floatBytes[byte] as number;
  return at + 8;
}

/** The double that is nearest to a decimal: the quotient of two exact doubles is that, and so is what `Number` makes. */
function numberOf(bytes: Uint8Array, start: number, end: number): number {
  const isNegative = bytes[start] === MINUS;
  const from = isNegative ? start + 1 : start;
  if (end - from > EXACT_DIGITS + 1) return Number(ascii(bytes, start, end));
  let value = 0;
  let digits = 0;
  let point = -1;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === POINT) point = at;
    else if (byte >= ZERO && byte <= 0x39) {
      value = value * 10 + byte - ZERO;
      digits += 1;
    } else return Number(ascii(bytes, start, end));
  }
  if (digits > EXACT_DIGITS) return Number(ascii(bytes, start, end));
  if (point >= 0) value /= POWERS_OF_TEN[end - point - 1] as number;
  return isNegative ? -value : value;
}

const NEGATIVE = 0x4000;
/** Postgres keeps digits of a numeric in groups of four. */
const GROUP = 4;
const MOST_FRACTION = 16_383;

function numeric(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  const isNegative = bytes[start] === MINUS;
  const from = isNegative ? start + 1 : start;
  let point = from;
  while (point < end && bytes[point] !== POINT) point += 1;
  const whole = point - from;
  const fraction = Math.max(0, end - point - 1);
  const groups = Math.ceil(whole / GROUP) + Math.ceil(fraction / GROUP);
  if (fraction > MOST_FRACTION || groups > MOST_FRACTION)
    throw new Error("A number has more digits than Postgres holds");
  at = putLength(8 + 2 * groups, out, at);
  at = putInt16(groups, out, at);
  at = putInt16(Math.ceil(whole / GROUP) - 1, out, at);
  at = putInt16(isNegative ? NEGATIVE : 0, out, at);
  at = putInt16(fraction, out, at);
  // The first group is filled up with zeros in front, the last one behind.
  for (let digit = point - Math.ceil(whole / GROUP) * GROUP; digit < point; digit += GROUP)
    at = putInt16(groupAt(bytes, digit, from, point), out, at);
  for (let digit = point + 1; digit < end; digit += GROUP) at = putInt16(groupAt(bytes, digit, from, end), out, at);
  return at;
}

/** Four digits from `at` on, those outside of `from` to `end` as zeros. */
function groupAt(bytes: Uint8Array, at: number, from: number, end: number): number {
  let value = 0;
  for (let digit = at; digit < at + GROUP; digit += 1)
    value = value * 10 + (digit < from || digit >= end ? 0 : (bytes[digit] as number) - ZERO);
  return value;
}

function boolean(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  at = putLength(1, out, at);
  out[at] = end - start === "true".length ? 1 : 0;
  return at + 1;
}

/** Days from 0000-03-01 to 2000-01-01, from which Postgres counts. */
const EPOCH_DAYS = 730_425;

function date(bytes: Uint8Array, start: number, _end: number, out: Uint8Array, at: number): number {
  return putInt32(daysOf(bytes, start), out, putLength(4, out, at));
}

/** Days since 2000-01-01 in the Gregorian calendar. A year begins in March, so that a leap day is its last. */
function daysOf(bytes: Uint8Array, start: number): number {
  const month = pair(bytes, start + 5);
  const isEarly = month <= 2;
  const year = pair(bytes, start) * 100 + pair(bytes, start + 2) - (isEarly ? 1 : 0);
  const daysBefore = Math.floor((153 * (isEarly ? month + 9 : month - 3) + 2) / 5);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + daysBefore + pair(bytes, start + 8) - 1 - EPOCH_DAYS;
}

const MICROSECONDS = 1_000_000;

function timestamp(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  at = putLength(8, out, at);
  const { seconds, microseconds } = timeOf(bytes, start + 11, end);
  const sum = daysOf(bytes, start) * 86_400 + seconds;
  const value = sum * MICROSECONDS + microseconds;
  if (Number.isSafeInteger(value)) return putInt64(value, out, at);
  return putInt64(BigInt(sum) * BigInt(MICROSECONDS) + BigInt(microseconds), out, at);
}

function time(bytes: Uint8Array, start: number, end: number, out: Uint8Array, at: number): number {
  const { seconds, microseconds } = timeOf(bytes, start, end);
  return putInt64(seconds * MICROSECONDS + microseconds, out, putLength(8, out, at));
}

/** `hh:mm[:ss[.ffffff]]` and the zone that may follow, as seconds of a day in UTC: less than none or more than a day's too. */
function timeOf(bytes: Uint8Array, start: number, end: number): { seconds: number; microseconds: number } {
  let seconds = pair(bytes, start) * 3600 + pair(bytes, start + 3) * 60;
  let microseconds = 0;
  let at = start + 5;
  if (at < end && bytes[at] === 0x3a) {
    seconds += pair(bytes, at + 1);
    at += 3;
    if (at < end && bytes[at] === POINT) {
      at += 1;
      for (let unit = 100_000; at < end && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= 0x39; at += 1) {
        microseconds += ((bytes[at] as number) - ZERO) * unit;
        unit = Math.floor(unit / 10);
      }
    }
  }
  // `Z` is no offset.
  if (end - at < 3) return { seconds, microseconds };
  const minutesAt = bytes[at + 3] === 0x3a ? at + 4 : at + 3;
  const offset = pair(bytes, at + 1) * 3600 + (minutesAt < end ? pair(bytes, minutesAt) * 60 : 0);
  return { seconds: bytes[at] === MINUS ? seconds + offset : seconds - offset, microseconds };
}

/** Two digits as a number. */
function pair(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) - ZERO) * 10 + (bytes[at + 1] as number) - ZERO;
}
