import { CELL, NUMBERS } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";

const MARKS = CELL.blank | CELL.quotedNumber | CELL.plainNumber;

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
 * Types of all columns of a file. A column with quoted numbers is text if the file writes other numbers without quotes:
 * then the quotes are intended. Columns without any value are null.
 */
export function typesOfMasks(masks: ArrayLike<number>): (ColumnType | null)[] {
  const types = Array.from(masks, typeOfMask);
  const isNumber = (index: number) => ((masks[index] as number) & NUMBERS) !== 0 && types[index] !== "text";
  const someUnquoted = types.some((_, index) => isNumber(index) && ((masks[index] as number) & CELL.plainNumber) !== 0);
  if (!someUnquoted) return types;
  return types.map((type, index) =>
    isNumber(index) && ((masks[index] as number) & CELL.quotedNumber) !== 0 ? "text" : type,
  );
}
