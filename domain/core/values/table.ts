/** Postgres types of the columns of a data table. */
export const COLUMN_TYPES = [
  "bigint",
  "double precision",
  "numeric",
  "boolean",
  "date",
  "timestamp",
  "timestamptz",
  "time",
  "text",
  "jsonb",
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

/**
 * A column for people and tools: `name` is the safe, unique name used in streams and filters, `label` the name in the
 * file or API. The physical column is `c<index>`; user input is never part of SQL.
 */
export type Column = { readonly name: string; readonly label: string; readonly type: ColumnType };

/**
 * How JSON holds the values of bigint and numeric columns: as numbers with all digits, or as texts for readers that
 * would round them.
 */
export type ExactNumbers = "number" | "string";

/** One loaded, immutable version of a data table. `physical` is its generated name in schema `data`. */
export type TableVersion = {
  readonly physical: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** SHA-256 over the rows as loaded, hex. */
  readonly contentHash: string;
};
