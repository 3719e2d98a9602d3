import type { ExactNumbers } from "../values/table.ts";

export const STREAM_FORMATS = ["json", "ndjson", "csv", "xlsx", "parquet"] as const;
/** Rows of a sheet of an xlsx file, its header too. */
export const XLSX_ROWS = 1_048_576;
export type StreamFormat = (typeof STREAM_FORMATS)[number];
/** `neq` leaves out rows without a value, as in PostgREST; `isdistinct` keeps them. `ilike` ignores case. */
export type FilterOperator = "eq" | "neq" | "isdistinct" | "gt" | "gte" | "lt" | "lte" | "like" | "ilike" | "in" | "is";

/** In place of a column: any of them. Only patterns are compared with it. */
export const ANY_COLUMN = "*";

/** A condition on one column, or on any of them. Values are still text, already checked against the column's type. */
export type Filter =
  | { readonly column: string; readonly operator: Exclude<FilterOperator, "in" | "is">; readonly value: string }
  | { readonly column: string; readonly operator: "in"; readonly values: readonly string[] }
  | { readonly column: string; readonly operator: "is"; readonly value: "null" | "not_null" | "true" | "false" };

/** Which rows and columns of a table are streamed, and in which format. */
export type StreamQuery = {
  /** Null: not in the URL; the caller's default applies. */
  readonly format: StreamFormat | null;
  /** Column names in the requested order; null: all columns. */
  readonly columns: readonly string[] | null;
  readonly limit: number | null;
  readonly offset: number;
  readonly order: readonly { readonly column: string; readonly descending: boolean }[];
  readonly filters: readonly Filter[];
  /** Whether to return the exact number of rows (X-Total-Count). */
  readonly count: boolean;
  readonly exactNumbers: ExactNumbers;
};

/** Every row and every column, in the order of the table. */
export const EVERYTHING: StreamQuery = {
  format: null,
  columns: null,
  limit: null,
  offset: 0,
  order: [],
  filters: [],
  count: false,
  exactNumbers: "number",
};
