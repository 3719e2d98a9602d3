import type { ColumnType } from "#domain/core/values/table.ts";
import { CELL, cellKindOfText } from "#domain/core/values/cell-kind.ts";

const NUMBER = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?$/;

/** The value in Postgres' format for a comparison with a column of the type, or null if it is not of that type. */
export function comparable(type: ColumnType, value: string): string | null {
  const kind = cellKindOfText(value);
  switch (type) {
    case "text":
      return value;
    case "jsonb":
      return null;
    case "bigint":
    case "numeric":
      return NUMBER.test(value) ? value : null;
    case "double precision":
      return NUMBER.test(value) && isInRange(value) ? value : null;
    case "boolean":
      return (kind & CELL.boolean) !== 0 ? value : null;
    case "time":
      return (kind & CELL.time) !== 0 ? value : null;
    case "date":
    case "timestamp":
      return (kind & (CELL.date | CELL.timestamp)) !== 0 ? value : null;
    case "timestamptz": {
      // In a URL a plus sign is a space: `…T10:00:00+02:00` arrives as `…T10:00:00 02:00`.
      const zoned = value.replace(/ (\d\d:?\d\d|\d\d)$/, (match, zone: string) =>
        /T\d\d:\d\d/i.test(value) ? `+${zone}` : match,
      );
      const known = cellKindOfText(zoned);
      return (known & (CELL.date | CELL.timestamp | CELL.timestamptz)) !== 0 ? zoned : null;
    }
  }
}

/** Postgres raises an error for a number that a double can only represent as infinity or as a false zero. */
function isInRange(value: string): boolean {
  const number = Number(value);
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(value.replace(/e.*$/i, "")));
}

/** The type for comparisons: numbers exactly, dates with times as moments. */
export function comparisonType(type: ColumnType): string {
  switch (type) {
    case "bigint":
    case "double precision":
    case "numeric":
      return "numeric";
    case "date":
      return "timestamp";
    case "boolean":
    case "timestamp":
    case "timestamptz":
    case "time":
    case "text":
    case "jsonb":
      return type;
  }
}
