import { CELL, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";

const MARKS =
  CELL.blank |
  CELL.quotedNumber |
  CELL.quotedBoolean |
  CELL.plainNumber |
  CELL.oneDecimal |
  CELL.zeroBehind |
  CELL.measured;

/** The kinds of cells allowed in a column of the type, as a mask that includes every flag. */
export function allowedIn(type: ColumnType): number {
  switch (type) {
    case "bigint":
      return CELL.shortInt | CELL.longInt | MARKS;
    case "double precision":
      return CELL.shortInt | CELL.decimal | CELL.exponent | MARKS;
    case "numeric":
      return CELL.shortInt | CELL.longInt | CELL.decimal | CELL.wide | MARKS;
    case "boolean":
      return CELL.boolean | MARKS;
    case "date":
      return CELL.date | MARKS;
    case "timestamp":
      return CELL.timestamp | MARKS;
    case "timestamptz":
      return CELL.timestamptz | MARKS;
    case "time":
      return CELL.time | MARKS;
    case "text":
    case "jsonb":
      return -1;
  }
}

/** Whether a column of the type has numbers. */
export function holdsNumbers(type: ColumnType): boolean {
  return type !== "text" && (allowedIn(type) & NUMBERS) !== 0;
}

const TYPED: readonly ColumnType[] = [
  "bigint",
  "double precision",
  "numeric",
  "boolean",
  "date",
  "timestamp",
  "timestamptz",
  "time",
];

/** The narrowest type that holds every cell of a column without loss; null if no cell has a value. */
function typeOfMask(mask: number): ColumnType | null {
  const kinds = mask & ~MARKS;
  if (kinds === 0) return (mask & CELL.blank) === 0 ? null : "text";
  return TYPED.find((type) => (kinds & ~allowedIn(type)) === 0) ?? "text";
}

/**
 * Whether the decimals of a column are numbers of versions or sections, which would lose the zero of `1.10`: they differ
 * in length, some end in zero, and none is as only measurements are.
 */
export function areVersions(mask: number): boolean {
  const shown = CELL.oneDecimal | CELL.zeroBehind;
  const kinds = NUMBERS | CELL.measured;
  return (mask & shown) === shown && (mask & kinds & ~CELL.shortInt) === CELL.decimal;
}

/**
 * Types of all columns of a file. A column with quoted numbers is text if the file writes other numbers without quotes:
 * then the quotes are intended; `quotesMean`: they always are, and of truth values too. So is one of versions, unless it is `numeric`: known to have numbers. Columns without any
 * value are null.
 */
export function typesOfMasks(
  masks: ArrayLike<number>,
  numeric: (column: number) => boolean = () => false,
  quotesMean = false,
): (ColumnType | null)[] {
  const types = Array.from(masks, (mask, index) => (areVersions(mask) && !numeric(index) ? "text" : typeOfMask(mask)));
  const isNumber = (index: number) => ((masks[index] as number) & NUMBERS) !== 0 && types[index] !== "text";
  const someUnquoted = types.some((_, index) => isNumber(index) && ((masks[index] as number) & CELL.plainNumber) !== 0);
  const inQuotes = (someUnquoted || quotesMean ? CELL.quotedNumber : 0) | (quotesMean ? CELL.quotedBoolean : 0);
  return types.map((type, index) => (((masks[index] as number) & inQuotes) !== 0 ? "text" : type));
}
