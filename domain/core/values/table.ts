import { toLatin } from "../text/latin.ts";
import { cutText } from "../text/text.ts";

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

const MAX_TITLE_PART = 40;

/**
 * A public table name from a title and an id: lower-case letters, digits and underscores, so that no tool has to quote
 * it; the end of the id makes it unique (`river_levels_3f9a1c20`).
 */
export function tableName(title: string, id: string): string {
  const words = toLatin(title)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  const slug = cutText(words, MAX_TITLE_PART).replace(/_$/, "");
  const start = slug === "" || /^[0-9]/.test(slug) ? `t_${slug}` : slug;
  return `${start.replace(/_$/, "")}_${id.replaceAll("-", "").slice(-8)}`;
}
