import { sql } from "kysely";

/** Where a page of a list ends: the time of its last item, to the microsecond, and its id. */
export type TimeCursor = { readonly time: string; readonly id: string };

const TIME_CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)~([\w-]{1,200})$/;

/** The cursor in a URL; null if it is none. */
export function readTimeCursor(text: string): TimeCursor | null {
  const [, time, id] = TIME_CURSOR.exec(text) ?? [];
  return time !== undefined && id !== undefined && !Number.isNaN(Date.parse(time)) ? { time, id } : null;
}

/** The cursor as a URL has it. */
export function timeCursorText({ time, id }: TimeCursor): string {
  return `${time}~${id}`;
}

/** The time of a row exactly as a cursor holds it. */
export function cursorTime(column: string) {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
