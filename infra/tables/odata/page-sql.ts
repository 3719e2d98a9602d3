import pg from "pg";
import type { ODataAfter, ODataCondition, ODataQuery } from "#domain/core/odata/odata-query.ts";
import { propertiesOf, ROW_KEY } from "#domain/core/odata/property-names.ts";
import type { ExactNumbers } from "#domain/core/values/table.ts";
import { type ReadableColumn, readableColumns, rowSource, textSql } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";
import { comparableSql, conditionSql, parameters } from "./filter-sql.ts";

export type Statement = { readonly text: string; readonly values: unknown[] };

/** Which rows of a query a page has. */
export type PageBounds = {
  /** The last row of the page before; null: it is the first page. */
  readonly after: ODataAfter | null;
  readonly limit: number;
  readonly offset: number;
};

type Term = { readonly sql: string; readonly descending: boolean };

/** The rows of a page in their order, each with its id and as JSON. */
export function pageSql(table: RegisteredTable, query: ODataQuery, { after, limit, offset }: PageBounds): Statement {
  const given = parameters();
  const column = columnOf(table);
  const terms = query.orderBy.map(({ column: name, descending }) => ({ sql: ordered(column(name)), descending }));
  const lastId = after === null ? 0 : Number(after.rowId);
  const isOrdered = terms.length > 0;
  const from = rowSource(table, { after: isOrdered ? 0 : lastId, upTo: null });
  const continues = after !== null && isOrdered;
  const where = [
    ...(query.filter === null ? [] : [conditionSql(query.filter, column, given)]),
    ...(continues ? [afterSql(terms, `${given.add(lastId)}::bigint`)] : []),
  ];
  // A version never changes, so the place in an order is found again by the row at its end.
  const last = `SELECT ${terms.map(({ sql }, at) => `${sql} AS o${at}`).join(", ")} FROM ${rowSource(table, { after: lastId - 1, upTo: lastId })}`;
  // Nulls come before all values, as OData orders them.
  const order = terms.map(({ sql, descending }) => `${sql} ${descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`);
  const text = [
    ...(continues ? [`WITH last AS MATERIALIZED (${last})`] : []),
    `SELECT source._row_id::text AS id, (SELECT row_to_json(r.*)::text FROM (SELECT ${namedSql(table, query)}) AS r) AS json FROM ${from}`,
    ...(where.length === 0 ? [] : [`WHERE ${where.join(" AND ")}`]),
    `ORDER BY ${[...order, "source._row_id"].join(", ")} LIMIT ${given.add(limit)}::bigint`,
    ...(offset === 0 ? [] : [`OFFSET ${given.add(offset)}::bigint`]),
  ].join(" ");
  return { text, values: given.values };
}

/** Counts the rows that match a condition. */
export function countSql(table: RegisteredTable, filter: ODataCondition): Statement {
  const given = parameters();
  const where = conditionSql(filter, columnOf(table), given);
  const from = rowSource(table);
  return { text: `SELECT count(*) AS count FROM ${from} WHERE ${where}`, values: given.values };
}

/** Returns a finder of a table's columns by name. */
export function columnOf(table: RegisteredTable): (name: string) => ReadableColumn {
  const { own, extra } = readableColumns(table);
  const columns = new Map([...own, ...extra].map((column) => [column.name, column]));
  return (name) => {
    const column = columns.get(name);
    if (!column) throw new Error(`The query was made for another table: it has no column ${name}`);
    return column;
  };
}

/** A bare name in ORDER BY would mean an output column. */
function ordered(column: ReadableColumn): string {
  const sql = column.sql === ROW_KEY || /^c\d+$/.test(column.sql) ? `source.${column.sql}` : column.sql;
  return comparableSql({ sql, type: column.type });
}

/** Whether a row comes after the last one of the page before. */
function afterSql([term, ...others]: readonly Term[], lastId: string, place = 0): string {
  if (!term) return `source._row_id > ${lastId}`;
  const { sql, descending } = term;
  const last = `(SELECT o${place} FROM last)`;
  const further = descending
    ? `(${last} IS NOT NULL AND (${sql} IS NULL OR ${sql} < ${last}))`
    : `(${sql} IS NOT NULL AND (${last} IS NULL OR ${sql} > ${last}))`;
  return `(${further} OR (${sql} IS NOT DISTINCT FROM ${last} AND ${afterSql(others, lastId, place + 1)}))`;
}

/** The selected columns under their names in OData: the key first, then the others in the order of the table. */
function namedSql(table: RegisteredTable, { select, exactNumbers }: ODataQuery): string {
  const { own } = readableColumns(table);
  const properties = propertiesOf(table.columns);
  const named = own.map((column, at) => ({ column, name: properties[at]?.name ?? column.name }));
  const key = { name: ROW_KEY, column: { name: ROW_KEY, type: "bigint", sql: "source._row_id" } as const };
  return [key, ...named]
    .filter(({ column }) => select === null || select.includes(column.name))
    .map(({ name, column }) => `${jsonSql(column, exactNumbers)} AS ${pg.escapeIdentifier(name)}`)
    .join(", ");
}

/** Writes a value so that row_to_json has it as OData wants it: times with `Z`, JSON as text, endless numbers by OData's words. */
export function jsonSql({ sql, type }: Pick<ReadableColumn, "sql" | "type">, exactNumbers: ExactNumbers): string {
  switch (type) {
    case "timestamp":
      return `${textSql({ sql, type })} || 'Z'`;
    case "timestamptz":
      return textSql({ sql, type });
    case "jsonb":
      return `(${sql})::text`;
    case "bigint":
      return exactNumbers === "string" ? `(${sql})::text` : sql;
    case "numeric":
      return orEndlessSql(sql, exactNumbers === "string" ? `(${sql})::text` : sql);
    case "double precision":
      return orEndlessSql(sql, sql);
    case "boolean":
    case "date":
    case "time":
    case "text":
      return sql;
  }
}

/** JSON has no endless numbers: OData writes them as the texts INF, -INF and NaN, which Postgres takes for the greatest. */
function orEndlessSql(sql: string, written: string): string {
  return `CASE WHEN ${sql} > '-Infinity' AND ${sql} < 'Infinity' THEN to_json(${written}) ELSE to_json(replace((${sql})::text, 'Infinity', 'INF')) END`;
}
