import { CELL, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type DecimalSize, parseReading, type PlainReading } from "#domain/dataset/column-reading.ts";
import { allowedIn } from "../cell-types.ts";
import { datesOf, namedDate, secondsOf, timesOf, weekDate } from "./dates.ts";
import {
  amountsOf,
  COMMA,
  type Convert,
  GROUPED,
  GROUPED_COMMA,
  kindOfValue,
  numbersOf,
  type NumberStyle,
  percentOf,
  PLAIN,
  plainNumber,
  sized,
  wholeNumber,
  withoutExponent,
} from "./numbers.ts";

/** How the cells of one column are read. */
export type CellReading = {
  /** The cell as Postgres writes it; null: it is not what the reading says. Spaces at the ends do not count. */
  readonly convert: Convert;
  /** The same for a value that its format gives without quotes: its notation is that of no country. */
  readonly native: Convert;
  /** The type of the column; null: the narrowest one that holds its numbers. */
  readonly type: ColumnType | null;
  /** Of an exact number, if it has one. */
  readonly size: DecimalSize | null;
  /** Cells that fit the type are taken as they are. */
  readonly isPlain: boolean;
};

/** Money is exact: as many digits as accounts have. */
const MONEY: DecimalSize = { precision: 20, scale: 4 };
const SHARE: DecimalSize = { precision: 20, scale: 8 };
/** Longer texts are no values of any reading. */
const MAX_CELL_CHARACTERS = 240;

const YES = /^(?:yes|y|ja|j|oui|s[ií]|sim|true|wahr|vrai)$/i;
const NO = /^(?:no|n|nein|non|não|nao|false|falsch|faux)$/i;

type Kind = { readonly type: ColumnType | null; readonly convert: Convert; readonly size?: DecimalSize };
const numbers = (style: NumberStyle): Kind => ({ type: null, convert: numbersOf(style) });
const asIs = (type: ColumnType): Kind => ({ type, convert: (text) => text });

const KINDS: Readonly<Record<Exclude<PlainReading, "text" | "currency" | "currency-comma">, Kind>> = {
  number: numbers(PLAIN),
  // Next files are read as the types of the version before: nobody chose notations, such as brackets for what is negative.
  integer: { type: "bigint", convert: chain(plainNumber, wholeNumber) },
  double: { type: "double precision", convert: plainNumber },
  decimal: { type: "numeric", convert: chain(plainNumber, withoutExponent) },
  boolean: asIs("boolean"),
  date: asIs("date"),
  timestamp: asIs("timestamp"),
  timestamptz: asIs("timestamptz"),
  time: asIs("time"),
  "decimal-comma": numbers(COMMA),
  "thousands-comma": numbers(GROUPED),
  "thousands-point": numbers(GROUPED_COMMA),
  percent: { type: "numeric", convert: percentOf(GROUPED), size: SHARE },
  "percent-comma": { type: "numeric", convert: percentOf(GROUPED_COMMA), size: SHARE },
  duration: { type: "double precision", convert: secondsOf },
  "day-first": { type: "date", convert: datesOf("day-first") },
  "month-first": { type: "date", convert: datesOf("month-first") },
  "year-first": { type: "date", convert: datesOf("year-first") },
  "day-first-time": { type: "timestamp", convert: timesOf("day-first") },
  "month-first-time": { type: "timestamp", convert: timesOf("month-first") },
  "year-first-time": { type: "timestamp", convert: timesOf("year-first") },
  "month-name": { type: "date", convert: namedDate },
  week: { type: "date", convert: weekDate },
  "yes-no": { type: "boolean", convert: (text) => (YES.test(text) ? "true" : NO.test(text) ? "false" : null) },
};

const PLAIN_READINGS: ReadonlySet<string> = new Set([
  ...["number", "integer", "double", "decimal", "boolean", "date", "timestamp", "timestamptz", "time"],
]);

function chain(first: Convert, then: Convert): Convert {
  return (text) => {
    const plain = first(text);
    return plain === null ? null : then(plain);
  };
}

/**
 * Gives how the cells of a reading are read; null: as their text. `type`: that of its column, where the reading leaves
 * it to the cells.
 */
export function cellReading(reading: string, type: ColumnType | null = null): CellReading | null {
  const parts = parseReading(reading);
  if (!parts || parts.name === "text") return null;
  const { name, currency } = parts;
  const kind: Kind =
    name === "currency" || name === "currency-comma"
      ? { type: "numeric", size: MONEY, convert: amountsOf(name === "currency" ? GROUPED : GROUPED_COMMA, currency) }
      : KINDS[name];
  const size = parts.size ?? kind.size ?? null;
  const fixed = size ? "numeric" : kind.type;
  const isExact = (fixed ?? type) === "numeric";
  const converter = (convert: Convert) =>
    withinType(isExact ? chain(convert, (plain) => exactly(plain, parts.size, kind.size)) : convert, fixed);
  const isOfType = PLAIN_READINGS.has(name);
  const convert = converter(kind.convert);
  const native = isOfType ? convert : converter((text) => text);
  return { convert, native, type: fixed, size, isPlain: isOfType && size === null };
}

/** A number with the digits that were asked for, or with its own, of which there are at most so many. */
function exactly(plain: string, asked: DecimalSize | null, most: DecimalSize | undefined): string | null {
  if (asked) return sized(plain, asked);
  const whole = withoutExponent(plain);
  return most && sized(whole, most) === null ? null : whole;
}

/** What a type cannot hold is none of its values. */
function withinType(convert: Convert, type: ColumnType | null): Convert {
  const allowed = type === null ? NUMBERS : allowedIn(type);
  const isValue = (text: string) => {
    const kind = kindOfValue(text);
    return (
      (kind & (CELL.text | CELL.blank)) === 0 && (type === null ? (kind & allowed) !== 0 : (kind & ~allowed) === 0)
    );
  };
  return (text) => {
    const trimmed = text.trim();
    if (trimmed.length > MAX_CELL_CHARACTERS) return null;
    const converted = convert(trimmed);
    return converted !== null && isValue(converted) ? converted : null;
  };
}
