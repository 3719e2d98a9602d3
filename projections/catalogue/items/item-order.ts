import { sql } from "kysely";
import type { ItemRow } from "../tables.ts";

/** The orders of a list of items. Relevance is for searches: the best match first. */
export const ITEM_SORTS = ["relevance", "newest", "updated", "title", "users", "rows"] as const;
export type CatalogueSort = (typeof ITEM_SORTS)[number];
/** An order that an index has. */
export type StoredSort = Exclude<CatalogueSort, "relevance">;

type Order = {
  readonly column: keyof ItemRow;
  readonly direction: "asc" | "desc";
  readonly values: "time" | "number" | "text";
};

/** Items with the same value are in the order of their ids, in the same direction. */
export const STORED_ORDERS: Readonly<Record<StoredSort, Order>> = {
  newest: { column: "createdAt", direction: "desc", values: "time" },
  updated: { column: "updatedAt", direction: "desc", values: "time" },
  title: { column: "titleOrder", direction: "asc", values: "text" },
  users: { column: "subscriberCount", direction: "desc", values: "number" },
  rows: { column: "rowsOrder", direction: "desc", values: "number" },
};
export const RELEVANCE = { column: "score", direction: "desc", values: "number" } as const;

/** Where a page of a list begins or ends: the order's value of an item, and its id. */
export type Cursor = { readonly value: string; readonly id: string };

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const NUMBER = /^-?\d{1,15}$/;
const LONGEST_CURSOR = 600;

/** The cursor in a URL; null if it is none of this order. */
export function readCursor(text: string, sort: CatalogueSort): Cursor | null {
  const at = text.lastIndexOf("~");
  if (at < 0 || text.length > LONGEST_CURSOR || text.includes("\0")) return null;
  const [value, id] = [text.slice(0, at), text.slice(at + 1)];
  const { values } = sort === "relevance" ? RELEVANCE : STORED_ORDERS[sort];
  const fits = { time: TIME, number: NUMBER, text: /^/ }[values].test(value);
  return fits && isPossible(value, values) && id !== "" ? { value, id } : null;
}

function isPossible(value: string, values: Order["values"]): boolean {
  return values !== "time" || !Number.isNaN(Date.parse(value));
}

export function cursorText({ value, id }: Cursor): string {
  return `${value}~${id}`;
}

/** A value of the order as SQL, to compare with its column. */
export function cursorValue({ value }: Cursor, values: Order["values"]) {
  return { time: sql`${value}::timestamptz`, number: sql`${value}::bigint`, text: sql`${value}::text` }[values];
}

/** The order's value of a row, exactly as a cursor holds it. */
export function asCursorText(column: string, values: Order["values"]) {
  const at = sql.ref(column);
  return values === "time"
    ? sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
    : sql<string>`${at}::text`;
}
