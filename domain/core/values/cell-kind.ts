import { withoutEnd } from "../text/text.ts";

/*
 * The kind of a cell's text, for uploads and pulls alike: a number, true or false, an ISO 8601 date or time, or text.
 * What counts as a number or date here fits a column of that type without loss.
 */

/** What a cell can be, as bits: a column's mask is the union over all its cells and decides its type. */
export const CELL = {
  /** Whole number of at most 15 digits: exact as a double too. */
  shortInt: 1,
  /** Whole number of 16 digits or more that fits a bigint. */
  longInt: 2,
  /** Decimal number that a double holds without loss. */
  decimal: 4,
  /** The same with an exponent. */
  exponent: 8,
  /** Decimal number with more digits than a double holds. */
  wide: 16,
  boolean: 32,
  date: 64,
  timestamp: 128,
  timestamptz: 256,
  time: 512,
  text: 1024,
  /** Only spaces: empty in a typed column, kept in a text column. */
  blank: 2048,
  quotedNumber: 4096,
  plainNumber: 8192,
  /** Of decimals: one digit after the point, or two of which the last is zero. */
  oneDecimal: 16384,
  zeroBehind: 32768,
  /** A decimal as versions and numbers of sections are none: negative, `1.05`, `1.75`, `1.125`. */
  measured: 65536,
  quotedBoolean: 131_072,
} as const;

/** Every kind of number. */
export const NUMBERS = CELL.shortInt | CELL.longInt | CELL.decimal | CELL.exponent | CELL.wide;

const WIDEST_NUMERIC = 100;
/** Digits after the point that a numeric of Postgres holds, zeros too. A column of decimals can become one. */
const MOST_FRACTION = 16_383;
/** Leaves room for sums of a column: Postgres raises an error where a double would become infinite. */
const MOST_EXPONENT = 270;
/** The same of numbers near zero, whose sums are safe. */
const MOST_NEGATIVE_EXPONENT = 300;
const BIGGEST = "9223372036854775807";
const SMALLEST = "9223372036854775808";
/** Two digits after the point that are more are no count of versions. */
const MOST_COUNTED = 50;

/**
 * Kind of the cell in bytes `start` to `end` of UTF-8 (ignoring spaces at the ends), with the flag for a quoted or
 * plain number, or a quoted truth value.
 */
export function cellKind(bytes: Uint8Array, start: number, end: number, quoted: boolean): number {
  start = afterSpaces(bytes, start, end);
  end = beforeSpaces(bytes, start, end);
  if (start === end) return CELL.blank;
  const first = bytes[start] as number;
  if (isDigit(first)) {
    const length = end - start;
    if (length >= 10 && bytes[start + 4] === 0x2d && bytes[start + 7] === 0x2d) return dateKind(bytes, start, end);
    if (length >= 5 && bytes[start + 2] === 0x3a) return timeEnd(bytes, start, end) === end ? CELL.time : CELL.text;
  } else if (first !== 0x2d && first !== 0x2e) {
    if (!isBoolean(bytes, start, end)) return CELL.text;
    return quoted ? CELL.boolean | CELL.quotedBoolean : CELL.boolean;
  }
  const kind = numberKind(bytes, start, end);
  if (kind === CELL.text) return kind;
  return kind | (quoted ? CELL.quotedNumber : CELL.plainNumber);
}

/** Room for the longest text that can be anything but text. */
const scratch = new Uint8Array(2 * WIDEST_NUMERIC);

/** The same for a text, of which only spaces and tabs are ignored. */
export function cellKindOfText(text: string): number {
  if (text.length > scratch.length) return /^[ \t]*$/.test(text) ? CELL.blank : CELL.text;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return CELL.text;
    scratch[at] = code;
  }
  return cellKind(scratch, 0, text.length, false);
}

/** JSON's grammar, plus a bare leading point. A capital E needs a point before it or a sign behind: `12E4` is a code. */
function numberKind(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  if (bytes[at] === 0x2d) at += 1;
  const digitsFrom = at;
  while (at < end && isDigit(bytes[at] as number)) at += 1;
  const whole = at - digitsFrom;
  if (whole > 1 && bytes[digitsFrom] === 0x30) return CELL.text;
  if (at === end) return wholeKind(bytes, digitsFrom, whole, digitsFrom > start);
  let fraction = 0;
  if (bytes[at] === 0x2e) {
    const from = ++at;
    while (at < end && isDigit(bytes[at] as number)) at += 1;
    fraction = at - from;
    if (fraction === 0) return CELL.text;
  }
  if (whole + fraction === 0) return CELL.text;
  if (at === end) {
    if (whole + fraction <= 15) return decimalKind(bytes, end, whole, fraction, digitsFrom > start);
    if (whole > MOST_EXPONENT || fraction > MOST_FRACTION) return CELL.text;
    if (doubleHolds(bytes, start, end) && !isTiny(bytes, start, end)) return CELL.decimal | CELL.measured;
    return whole + fraction <= WIDEST_NUMERIC ? CELL.wide : CELL.text;
  }
  if (((bytes[at] as number) | 0x20) !== 0x65) return CELL.text;
  const isCapital = bytes[at] === 0x45;
  at += 1;
  const signed = bytes[at] === 0x2b || bytes[at] === 0x2d;
  const most = bytes[at] === 0x2d ? MOST_NEGATIVE_EXPONENT : MOST_EXPONENT;
  if (isCapital && !signed && fraction === 0) return CELL.text;
  if (signed) at += 1;
  let exponent = 0;
  const from = at;
  while (at < end && isDigit(bytes[at] as number)) exponent = exponent * 10 + (bytes[at++] as number) - 0x30;
  if (at === from || at !== end || exponent > most || whole + fraction > 17) return CELL.text;
  const isExact = whole + fraction <= 15 && exponent <= MOST_EXPONENT;
  return isExact || doubleHolds(bytes, start, end) ? CELL.exponent : CELL.text;
}

function wholeKind(bytes: Uint8Array, from: number, digits: number, isNegative: boolean): number {
  if (digits === 0) return CELL.text;
  if (digits <= 15) return CELL.shortInt;
  if (digits > 19) return CELL.text;
  const most = isNegative ? SMALLEST : BIGGEST;
  return digits < 19 || ascii(bytes, from, from + digits) <= most ? CELL.longInt : CELL.text;
}

/** A decimal with what shows of its column whether it counts, as versions do, or measures. */
function decimalKind(bytes: Uint8Array, end: number, whole: number, fraction: number, isNegative: boolean): number {
  if (fraction > 2 || isNegative || whole === 0) return CELL.decimal | CELL.measured;
  if (fraction === 1) return CELL.decimal | CELL.oneDecimal;
  const count = twoDigits(bytes, end - 2);
  if (count < 10 || count > MOST_COUNTED) return CELL.decimal | CELL.measured;
  return count % 10 === 0 ? CELL.decimal | CELL.zeroBehind : CELL.decimal;
}

/**
 * A double holds a decimal if its shortest form has the same digits: JavaScript and Postgres both write the shortest.
 */
function doubleHolds(bytes: Uint8Array, start: number, end: number): boolean {
  const written = ascii(bytes, start, end);
  return significant(written) === significant(String(Number(written)));
}

/** Not zero, but so near to it that Postgres raises an error when it calculates with the double. */
function isTiny(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= MOST_EXPONENT) return false;
  const number = Math.abs(Number(ascii(bytes, start, end)));
  return number !== 0 && number < 10 ** -MOST_EXPONENT;
}

function significant(number: string): string {
  const mantissa = number.replace(/e.*$/i, "").replace(/[-.]/g, "");
  return withoutEnd(mantissa.replace(/^0+/, ""), "0");
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function dateKind(bytes: Uint8Array, start: number, end: number): number {
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= (DAYS[month - 1] as number))) return CELL.text;
  if (month === 2 && day === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))) return CELL.text;
  const at = start + 10;
  if (at === end) return CELL.date;
  if (bytes[at] !== 0x54 && bytes[at] !== 0x74 && bytes[at] !== 0x20) return CELL.text;
  const zoneAt = timeEnd(bytes, at + 1, end);
  if (zoneAt === end) return CELL.timestamp;
  // A zone can move the first and last day out of the four-digit years.
  if (zoneAt < 0 || year < 2 || year > 9998) return CELL.text;
  return isZone(bytes, zoneAt, end) ? CELL.timestamptz : CELL.text;
}

/** Where `hh:mm[:ss[.ffffff]]` ends, or -1. Digits past the microsecond must be zeros: Postgres would round them. */
function timeEnd(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 5 || bytes[start + 2] !== 0x3a) return -1;
  if (!(twoDigits(bytes, start) <= 23 && twoDigits(bytes, start + 3) <= 59)) return -1;
  let at = start + 5;
  if (at >= end || bytes[at] !== 0x3a) return at;
  if (end - at < 3 || !(twoDigits(bytes, at + 1) <= 59)) return -1;
  at += 3;
  if (at >= end || bytes[at] !== 0x2e) return at;
  const from = ++at;
  while (at < end && isDigit(bytes[at] as number)) {
    if (at - from >= 6 && bytes[at] !== 0x30) return -1;
    at += 1;
  }
  return at === from ? -1 : at;
}

/** `Z`, `+hh`, `+hhmm` or `+hh:mm`. */
function isZone(bytes: Uint8Array, at: number, end: number): boolean {
  const sign = bytes[at];
  if (sign === 0x5a || sign === 0x7a) return at + 1 === end;
  if ((sign !== 0x2b && sign !== 0x2d) || !(twoDigits(bytes, at + 1) <= 14)) return false;
  const rest = end - at;
  if (rest === 3) return true;
  if (rest === 5) return twoDigits(bytes, at + 3) <= 59;
  return rest === 6 && bytes[at + 3] === 0x3a && twoDigits(bytes, at + 4) <= 59;
}

/** Two digits as a number; NaN if they are not digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at];
  const ones = bytes[at + 1];
  return tens !== undefined && ones !== undefined && isDigit(tens) && isDigit(ones)
    ? (tens - 0x30) * 10 + ones - 0x30
    : NaN;
}

const TRUE = [0x74, 0x72, 0x75, 0x65];
const FALSE = [0x66, 0x61, 0x6c, 0x73, 0x65];

function isBoolean(bytes: Uint8Array, start: number, end: number): boolean {
  const word = end - start === TRUE.length ? TRUE : FALSE;
  return end - start === word.length && word.every((letter, at) => ((bytes[start + at] as number) | 0x20) === letter);
}

const decoder = new TextDecoder();

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return decoder.decode(bytes.subarray(start, end));
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * Finds where a cell's text begins: after the spaces from `start` on. Spaces are those that a reader sees as such or not
 * at all: space, tab, no-break, thin, ideographic and zero-width ones, and the byte order mark.
 */
export function afterSpaces(bytes: Uint8Array, start: number, end: number): number {
  // Nearly every cell begins and ends with a sign of ASCII.
  if (isVisibleAscii(bytes[start] as number)) return start;
  for (let at = start; at < end;) {
    const length = spaceAt(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return end;
}

/** Finds where a cell's text ends: before such spaces up to `end`. */
export function beforeSpaces(bytes: Uint8Array, start: number, end: number): number {
  if (isVisibleAscii(bytes[end - 1] as number)) return end;
  for (let at = end; at > start;) {
    const length = spaceBefore(bytes, start, at);
    if (length === 0) return at;
    at -= length;
  }
  return start;
}

function isVisibleAscii(byte: number): boolean {
  return byte > 0x20 && byte < 0x80;
}

/** Bytes of the space that begins at `at`; 0: there is none. */
function spaceAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] as number;
  if (byte < 0x80) return byte === 0x20 || byte === 0x09 ? 1 : 0;
  const next = bytes[at + 1] as number;
  if (byte === 0xc2) return next === 0xa0 ? 2 : 0;
  const last = bytes[at + 2] as number;
  if (byte === 0xe2)
    return (next === 0x80 && (last <= 0x8b || last === 0xaf)) || (next === 0x81 && last === 0x9f) ? 3 : 0;
  return (byte === 0xe3 && next === 0x80 && last === 0x80) || (byte === 0xef && next === 0xbb && last === 0xbf) ? 3 : 0;
}

/** Bytes of the space that ends at `end`; 0: there is none. */
function spaceBefore(bytes: Uint8Array, start: number, end: number): number {
  if ((bytes[end - 1] as number) < 0x80) return spaceAt(bytes, end - 1);
  if (end - start >= 2 && spaceAt(bytes, end - 2) === 2) return 2;
  return end - start >= 3 && spaceAt(bytes, end - 3) === 3 ? 3 : 0;
}
