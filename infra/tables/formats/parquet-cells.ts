import type { ColumnType } from "#domain/core/values/table.ts";
import { unescaped } from "./copy-rows.ts";
import type { DecimalSize } from "./parquet-schema.ts";

export type ParquetValue = string | number | bigint | boolean;

const DAY_MS = 86_400_000;
/** Longest decimal number that a JavaScript number holds exactly. */
const SAFE_DIGITS = 15;

/** Reads a cell from the bytes of COPY's text format, from `from` to `to`. */
export type CellReader = (rows: Buffer, from: number, to: number) => ParquetValue;

/** Reads cells of a type as the Parquet writer takes them: times in microseconds, decimals without their point. */
export function cellReader(type: ColumnType, size: DecimalSize | null): CellReader {
  switch (type) {
    case "bigint":
      return whole;
    case "numeric":
      return size === null ? plain : (rows, from, to) => decimal(rows.toString("latin1", from, to), size.scale);
    case "double precision":
      return (rows, from, to) => Number(rows.toString("latin1", from, to));
    case "boolean":
      return (rows, from) => rows[from] === 0x74;
    case "date":
      return (rows, from) => dateMs(rows, from) / DAY_MS;
    case "time":
      return (rows, from, to) => BigInt(timeMicros(rows, from, to));
    case "timestamp":
      return timestamp;
    case "timestamptz":
      // It ends in `+00`.
      return (rows, from, to) => timestamp(rows, from, to - 3);
    case "text":
    case "jsonb":
      return (rows, from, to) => unescaped(rows.toString("utf8", from, to));
  }
}

function plain(rows: Buffer, from: number, to: number): string {
  return rows.toString("latin1", from, to);
}

/** `BigInt` of a number is quicker than of a text. */
function whole(rows: Buffer, from: number, to: number): bigint {
  return to - from <= SAFE_DIGITS ? BigInt(signed(rows, from, to)) : BigInt(rows.toString("latin1", from, to));
}

function decimal(cell: string, scale: number): bigint {
  const [before = "", after = ""] = cell.split(".");
  return BigInt(before + after.replace(/0+$/, "").padEnd(scale, "0"));
}

function signed(rows: Buffer, from: number, to: number): number {
  return rows[from] === 0x2d ? -digits(rows, from + 1, to) : digits(rows, from, to);
}

function digits(rows: Buffer, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + (rows[at] as number) - 0x30;
  return number;
}

/** `YYYY-MM-DD`; years are 1 to 9999. */
function dateMs(rows: Buffer, from: number): number {
  const year = digits(rows, from, from + 4);
  const ms = Date.UTC(year, digits(rows, from + 5, from + 7) - 1, digits(rows, from + 8, from + 10));
  // Date.UTC takes the years 0 to 99 for those of the 20th century.
  return year > 99 ? ms : new Date(ms).setUTCFullYear(year);
}

/** `HH:MM:SS` with up to six digits of a second. */
function timeMicros(rows: Buffer, from: number, to: number): number {
  const seconds =
    digits(rows, from, from + 2) * 3600 + digits(rows, from + 3, from + 5) * 60 + digits(rows, from + 6, from + 8);
  const places = to - from - 9;
  return seconds * 1e6 + (places > 0 ? digits(rows, from + 9, to) * 10 ** (6 - places) : 0);
}

function timestamp(rows: Buffer, from: number, to: number): bigint {
  const micros = dateMs(rows, from) * 1000 + timeMicros(rows, from + 11, to);
  if (Number.isSafeInteger(micros)) return BigInt(micros);
  return BigInt(dateMs(rows, from)) * 1000n + BigInt(timeMicros(rows, from + 11, to));
}
