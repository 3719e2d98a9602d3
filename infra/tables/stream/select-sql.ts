import pg from "pg";
import { type ReadableColumn, readableColumns, type RowRange, rowSource, textSql } from "../column-sql.ts";
import { comparisonType } from "./filter-value.ts";
import type { RegisteredTable } from "../registry.ts";
import { ANY_COLUMN, type Filter, type StreamQuery } from "#domain/core/ports/stream-query.ts";

const { escapeLiteral } = pg;
/** Postgres cannot be interrupted within a row: of each cell a search in all columns reads only the beginning. */
const MAX_SEARCHED_CHARS = 100_000;
const COMPARE = {
  ...{ eq: "=", neq: "<>", isdistinct: "IS DISTINCT FROM" },
  ...{ gt: ">", gte: ">=", lt: "<", lte: "<=" },
} as const;

/** The selected columns of a query. */
export function selectedColumns(
  table: RegisteredTable,
  query: Pick<StreamQuery, "columns">,
): readonly ReadableColumn[] {
  const { own, extra } = readableColumns(table);
  if (query.columns === null) return own;
  return query.columns.map((name) => columnNamed([...own, ...extra], name));
}

/**
 * `FROM … WHERE … ORDER BY … LIMIT …` of a query. COPY takes no parameters: values are quoted literals of a fixed type,
 * checked before (stream-query.ts), and columns are our own names.
 */
export function fromSql(table: RegisteredTable, query: StreamQuery, range: RowRange): string {
  const { own, extra } = readableColumns(table);
  const all = [...own, ...extra];
  // A bare name in ORDER BY would mean an output column, which may be called `c0` or `_row_id` too.
  const orderedBy = ({ sql, type }: ReadableColumn) =>
    type === "text" || (table.layout === "array" && sql !== "_row_id") ? inOrder({ sql, type }) : `source.${sql}`;
  const order = query.order.map(
    ({ column, descending }) => `${orderedBy(columnNamed(all, column))} ${descending ? "DESC" : "ASC"} NULLS LAST`,
  );
  return [
    `FROM ${rowSource(table, range)}`,
    whereSql(all, query.filters),
    `ORDER BY ${[...order, "source._row_id"].join(", ")}`,
    ...(query.limit === null ? [] : [`LIMIT ${query.limit}`]),
    ...(query.offset === 0 ? [] : [`OFFSET ${query.offset}`]),
  ].join(" ");
}

/** Counts the rows that match the filters. */
export function countSql(table: RegisteredTable, filters: readonly Filter[]): string {
  const { own, extra } = readableColumns(table);
  return `SELECT count(*) AS count FROM ${rowSource(table)} ${whereSql([...own, ...extra], filters)}`;
}

/** The condition of these filters; empty without any. */
export function whereSql(columns: readonly ReadableColumn[], filters: readonly Filter[]): string {
  if (filters.length === 0) return "";
  return `WHERE ${filters.map((filter) => conditionOf(columns, filter)).join(" AND ")}`;
}

function conditionOf(columns: readonly ReadableColumn[], filter: Filter): string {
  if (filter.column !== ANY_COLUMN) return condition(columnNamed(columns, filter.column), filter);
  // Numbers and times are found as they are shown. The id of a row and that of its run are no cells.
  const cells = columns.filter(({ name }) => name !== "_row_id" && name !== "_run_id");
  const any = cells.flatMap((column) => shownTexts(column).map((sql) => condition({ ...column, sql }, filter)));
  return any.length === 0 ? "FALSE" : `(${any.join(" OR ")})`;
}

/**
 * The texts of a cell among which a search looks: a double may be shown with another exponent than Postgres writes, or
 * with none.
 */
function shownTexts(column: ReadableColumn): readonly string[] {
  const text = `(${textSql(column)})::text`;
  switch (column.type) {
    case "text":
    case "jsonb":
      return [`left(${text}, ${MAX_SEARCHED_CHARS})`];
    case "double precision":
      return [text, `${text}::numeric::text`, `regexp_replace(${text}, 'e([+-])0', 'e\\1')`];
    case "bigint":
    case "numeric":
    case "boolean":
    case "date":
    case "time":
    case "timestamp":
    case "timestamptz":
      return [text];
  }
}

/** PostgREST's `*` avoids writing `%25` in a URL; `\*` is a star. A backslash at the end would be an error of Postgres. */
function patternOf(value: string): string {
  return value.replace(/\\(.?)|\*/gs, (sign, escaped: string | undefined) => {
    if (escaped === undefined) return "%";
    return escaped === "" || escaped === "*" ? escaped : sign;
  });
}

function condition({ sql, type }: ReadableColumn, filter: Filter): string {
  const literal = (value: string) => `${escapeLiteral(value)}::${comparisonType(type)}`;
  const compared = inOrder({ sql, type });
  switch (filter.operator) {
    case "is":
      return `${sql} IS ${{ null: "NULL", not_null: "NOT NULL", true: "TRUE", false: "FALSE" }[filter.value]}`;
    case "in":
      return `${sql} IN (${filter.values.map(literal).join(", ")})`;
    case "like":
    case "ilike":
      return `${sql} ${filter.operator.toUpperCase()} ${escapeLiteral(patternOf(filter.value))}`;
    case "eq":
    case "neq":
    case "isdistinct":
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return `${compared} ${COMPARE[filter.operator]} ${literal(filter.value)}`;
  }
}

/** Text is sorted by code points, the same on every server. */
function inOrder({ sql, type }: Pick<ReadableColumn, "sql" | "type">): string {
  return type === "text" ? `${sql} COLLATE "C"` : sql;
}

function columnNamed(columns: readonly ReadableColumn[], name: string): ReadableColumn {
  const column = columns.find((one) => one.name === name);
  if (!column) throw new Error(`The query was made for another table: it has no column ${name}`);
  return column;
}
