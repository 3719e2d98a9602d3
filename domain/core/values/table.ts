/** Postgres types that a column of a data table can have. */
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
 * A column as people and tools see it: `name` is the safe, unique name used in streams and filters, `label` what the file or
 * API called it. The physical column is `c<index>`; no user's name is ever part of SQL.
 */
export type Column = { readonly name: string; readonly label: string; readonly type: ColumnType };

/** How JSON holds the values of bigint and numeric columns: as numbers with all their digits, or as texts for readers that would round them. */
export type ExactNumbers = "number" | "string";

/** One loaded, immutable version of a data table. `physical` is its server-made name in schema `data`. */
export type TableVersion = {
  readonly physical: string;
  readonly columns: readonly Column[];
  readonly rows: number;
  /** SHA-256 over the rows as loaded, hex. */
  readonly contentHash: string;
};
