import type { Operation } from "./definition.ts";
import { scalarText } from "./json.ts";
import type { JsonObject } from "./json.ts";
import { valueAt } from "./paths.ts";

/** The later of two cursor values: numbers by size, everything else (ISO dates) as text. */
export function laterCursor(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  const numbers = /^-?\d+(\.\d+)?$/.test(a) && /^-?\d+(\.\d+)?$/.test(b);
  return (numbers ? Number(b) > Number(a) : b > a) ? b : a;
}

/** The cursor value of one record, or null when it has none. */
export function cursorOf(operation: Operation, record: JsonObject): string | null {
  return operation.incremental === null ? null : scalarText(valueAt(record, operation.incremental.cursor_field));
}

/** Where a pull starts: after the last success, else at `initial_value`, else at the beginning. */
export function incrementalStart(operation: Operation, cursor: string | undefined): string | null {
  const initial = operation.incremental?.initial_value;
  return operation.incremental === null ? null : (cursor ?? (initial === undefined ? null : String(initial)));
}

/** Without a parameter for the start, records older than it are dropped here; the boundary itself stays. */
export function isOlder(operation: Operation, record: JsonObject, start: string | null): boolean {
  if (start === null || operation.incremental === null || operation.incremental.start_param !== undefined) return false;
  const cursor = cursorOf(operation, record);
  return cursor !== null && cursor !== start && laterCursor(cursor, start) === start;
}
