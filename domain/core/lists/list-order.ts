import type { Cursor } from "./list-page.ts";

export type OrderedKind = "time" | "text" | "number";

/** The order of a list: columns that together give each row a place of its own, all in one direction. */
export type ListOrder = {
  readonly by: readonly (readonly [column: string, kind: OrderedKind])[];
  readonly descending: boolean;
};

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const CURSOR_CHARACTERS = 4_000;

export const ascending = (by: Readonly<Record<string, OrderedKind>>): ListOrder => orderBy(by, false);
export const descending = (by: Readonly<Record<string, OrderedKind>>): ListOrder => orderBy(by, true);

function orderBy(by: Readonly<Record<string, OrderedKind>>, isDescending: boolean): ListOrder {
  return { by: Object.entries(by), descending: isDescending };
}

/** The cursor in a URL; null if it is none of this order. */
export function readListCursor(text: string, { by }: ListOrder): Cursor | null {
  if (text.length > CURSOR_CHARACTERS) return null;
  let values: unknown;
  try {
    values = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
  if (!Array.isArray(values) || values.length !== by.length) return null;
  return by.every(([, kind], at) => isOfKind(values[at], kind)) ? (values as Cursor) : null;
}

/** The cursor as a URL has it. */
export function listCursorText(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function isOfKind(value: unknown, kind: OrderedKind): boolean {
  if (kind === "number") return Number.isSafeInteger(value);
  if (typeof value !== "string" || value.includes("\0") || !value.isWellFormed()) return false;
  return kind === "text" || (TIME.test(value) && !Number.isNaN(Date.parse(value)));
}
