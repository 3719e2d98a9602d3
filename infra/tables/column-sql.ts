import pg from "pg";
import type { Column, ColumnType, ExactNumbers } from "#domain/core/values/table.ts";
import type { Layout } from "./csv/row-format.ts";
import { dataTable, type NewTable } from "./registry.ts";

const { escapeIdentifier } = pg;

/** A readable column: one of the table's, or a number or id that each row has. */
export type ReadableColumn = { readonly name: string; readonly type: ColumnType; readonly sql: string };

/** The physical column of the nth cell, or its position in the array of a wide table. Values have the column's type. */
function cellSql(layout: Layout, index: number, type: ColumnType): string {
  if (layout === "columns") return `c${index}`;
  return type === "text" ? `cells[${index + 1}]` : `cells[${index + 1}]::${type}`;
}

/** The SQL that reads each column of a table, then `_row_id`, and `_run_id` for a pull. */
export function readableColumns(table: { layout: Layout; kind: "dataset" | "pull"; columns: readonly Column[] }): {
  own: readonly ReadableColumn[];
  extra: readonly ReadableColumn[];
} {
  const own = table.columns.map(({ name, type }, index) => ({ name, type, sql: cellSql(table.layout, index, type) }));
  const extra: ReadableColumn[] = [{ name: "_row_id", type: "bigint", sql: "_row_id" }];
  if (table.kind === "pull") extra.push({ name: "_run_id", type: "text", sql: "_run_id" });
  return { own, extra };
}

/** Rows whose ids are greater than `after` and at most `upTo`; null: to the end of the version. */
export type RowRange = { readonly after: number; readonly upTo: number | null };

/** What the rows of a version are read by. */
export type StoredRows = Pick<NewTable, "physical" | "kind" | "layout" | "storedIn" | "lastRow">;

/** The name of the physical table that holds the rows of a version, and the greatest row id that belongs to it. */
export function storageOf({ physical, storedIn, lastRow }: Pick<StoredRows, "physical" | "storedIn" | "lastRow">): {
  readonly table: string;
  /** null: all of its rows. */
  readonly lastRow: number | null;
} {
  return { table: dataTable(storedIn ?? physical), lastRow: lastRow ?? null };
}

/**
 * The FROM clause of a version's rows, or of a range of them. It never reaches rows that a later version appended to the
 * same physical table.
 */
export function rowSource(table: StoredRows, range: RowRange = { after: 0, upTo: null }): string {
  const { table: name, lastRow } = storageOf(table);
  const ends = [range.upTo, lastRow].filter((end) => end !== null);
  const upTo = ends.length === 0 ? null : Math.min(...ends);
  return sourceOf(table.layout, name, table.kind, { after: range.after, upTo });
}

/**
 * The FROM clause of any table with these columns. The cells of a wide table are unpacked once per row (`array_append`
 * returns an expanded array, and OFFSET 0 keeps the planner from inlining it): reading each of 1,600 cells from the
 * packed form takes quadratic time.
 */
export function sourceOf(
  layout: Layout,
  table: string,
  kind: "dataset" | "pull",
  { after, upTo }: RowRange = { after: 0, upTo: null },
): string {
  const bounds = [...(after > 0 ? [`_row_id > ${after}`] : []), ...(upTo === null ? [] : [`_row_id <= ${upTo}`])];
  const where = bounds.length === 0 ? "" : ` WHERE ${bounds.join(" AND ")}`;
  if (layout === "columns") return where === "" ? `${table} AS source` : `(SELECT * FROM ${table}${where}) AS source`;
  const run = kind === "pull" ? " _run_id," : "";
  return `(SELECT _row_id,${run} array_append(cells, NULL) AS cells FROM ${table}${where} ORDER BY _row_id OFFSET 0) AS source`;
}

/** Columns of the physical table for CREATE TABLE. */
export function physicalColumns(layout: Layout, kind: "dataset" | "pull", types: readonly ColumnType[]): string {
  const cells = layout === "array" ? ["cells text[] NOT NULL"] : types.map((type, index) => `c${index} ${type}`);
  return ["_row_id bigint NOT NULL", ...(kind === "pull" ? ["_run_id text NOT NULL"] : []), ...cells].join(", ");
}

/** The value as text for CSV: ISO 8601 with `T`, and `Z` for times with a zone; `true` and `false` for booleans. */
export function textSql({ sql, type }: Pick<ReadableColumn, "sql" | "type">): string {
  switch (type) {
    case "timestamp":
    case "timestamptz":
      return isoSql(sql, type);
    case "boolean":
      return `(${sql})::text`;
    case "bigint":
    case "double precision":
    case "numeric":
    case "date":
    case "time":
    case "text":
    case "jsonb":
      return sql;
  }
}

/** A list of `value AS name` from which row_to_json makes an exact JSON row. */
export function namedSql(columns: readonly ReadableColumn[], exactNumbers: ExactNumbers = "number"): string {
  return columns.map((column) => `${jsonSql(column, exactNumbers)} AS ${escapeIdentifier(column.name)}`).join(", ");
}

function jsonSql({ sql, type }: ReadableColumn, exactNumbers: ExactNumbers): string {
  if (type === "timestamptz") return isoSql(sql, type);
  return exactNumbers === "string" && (type === "bigint" || type === "numeric") ? `(${sql})::text` : sql;
}

/** to_json writes ISO 8601 (with `+00:00` in the session's zone UTC) and omits a zero fraction. */
function isoSql(sql: string, type: "timestamp" | "timestamptz"): string {
  const iso = `trim(both '"' from to_json(${sql})::text)`;
  return type === "timestamptz" ? `replace(${iso}, '+00:00', 'Z')` : iso;
}
