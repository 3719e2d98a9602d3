import type { ExactNumbers } from "../values/table.ts";

export type StreamFormat = "json" | "ndjson" | "csv";
export type FilterOperator = "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "like" | "in" | "is";

/** A condition on one column. Values are checked against the column's type and still text. */
export type Filter =
  | { readonly column: string; readonly operator: Exclude<FilterOperator, "in" | "is">; readonly value: string }
  | { readonly column: string; readonly operator: "in"; readonly values: readonly string[] }
  | { readonly column: string; readonly operator: "is"; readonly value: "null" | "not_null" | "true" | "false" };

/** Which rows and columns of a table are streamed, and how. */
export type StreamQuery = {
  /** Null: the address does not say; the caller's default holds. */
  readonly format: StreamFormat | null;
  /** Names of columns in the order asked for; null: all of them. */
  readonly columns: readonly string[] | null;
  readonly limit: number | null;
  readonly offset: number;
  readonly order: readonly { readonly column: string; readonly descending: boolean }[];
  readonly filters: readonly Filter[];
  /** The exact number of rows is asked for (X-Total-Count). */
  readonly count: boolean;
  readonly exactNumbers: ExactNumbers;
};
