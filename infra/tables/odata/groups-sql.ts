import pg from "pg";
import type { ODataAggregate, ODataGroups } from "#domain/core/odata/odata-query.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type ReadableColumn, rowSource } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";
import { comparableSql, conditionSql, parameters } from "./filter-sql.ts";
import { columnOf, jsonSql, type Statement } from "./page-sql.ts";

/** A column of the result: its name, and its SQL within the groups and outside of them. */
type ResultColumn = { readonly name: string; readonly inner: string; readonly outer: ReadableColumn };

/** How much of the groups is read. */
type GroupsBounds = { readonly limit: number; readonly maxBytes: number };

/**
 * Writes the statement for the groups of a table's rows in their order, each as JSON. A group is null in place of its
 * JSON if the names and values up to it have more than `maxBytes`: what is too large is told before it is written out.
 */
export function groupsSql(table: RegisteredTable, groups: ODataGroups, { limit, maxBytes }: GroupsBounds): Statement {
  const given = parameters();
  const column = columnOf(table);
  const by = groups.by.map(({ name, column: of }, at): ResultColumn => {
    const { sql, type } = column(of);
    return { name, inner: type === "jsonb" ? `(${sql})::text` : sql, outer: outer(`g${at}`, textIfJson(type)) };
  });
  const computed = groups.aggregates.map((aggregate) => ({ name: aggregate.name, ...aggregateSql(aggregate, column) }));
  // Under several names a value is computed and kept once.
  const aggregates = computed.map(({ name, sql, type }): ResultColumn => {
    const first = computed.findIndex((each) => each.sql === sql);
    return { name, inner: sql, outer: outer(`a${first}`, type) };
  });
  const all = [...by, ...aggregates];
  const where = groups.filter === null ? "" : ` WHERE ${conditionSql(groups.filter, column, given)}`;
  const inner = [...new Set(all.map(({ inner, outer }) => `${inner} AS ${outer.name}`))].join(", ");
  const group = by.length === 0 ? "" : ` GROUP BY ${by.map((_, at) => at + 1).join(", ")}`;
  const named = all.map(({ name, outer }) => `${jsonSql(outer, groups.exactNumbers)} AS ${pg.escapeIdentifier(name)}`);
  const ordered = groups.orderBy.flatMap(({ name, descending }) => {
    const found = all.find((each) => each.name === name);
    return found ? [`${comparableSql(found.outer)} ${descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`] : [];
  });
  const terms = [...ordered, ...by.map(({ outer }) => `${comparableSql(outer)} ASC NULLS FIRST`)];
  const order = terms.length === 0 ? "" : ` ORDER BY ${terms.join(", ")}`;
  const grouped = `SELECT ${inner} FROM ${rowSource(table)}${where}${group}`;
  const bounds = `LIMIT ${given.add(limit)}::bigint OFFSET ${given.add(groups.skip)}::bigint`;
  const wanted = `SELECT groups.*, ${bytesSql(all)} AS bytes FROM (${grouped}) AS groups${order} ${bounds}`;
  const fits = `sum(groups.bytes) OVER (${order} ROWS UNBOUNDED PRECEDING) <= ${given.add(maxBytes)}::bigint`;
  const json = `(SELECT row_to_json(r.*)::text FROM (SELECT ${named.join(", ")}) AS r)`;
  const text = `SELECT CASE WHEN ${fits} THEN ${json} END AS json FROM (${wanted}) AS groups${order}`;
  return { text, values: given.values };
}

/** Counts the bytes of the names and values of a group: its JSON has these at least. */
function bytesSql(all: readonly ResultColumn[]): string {
  const ofNames = all.reduce((sum, { name }) => sum + Buffer.byteLength(name), 0);
  const ofValues = all.map(({ outer: { sql } }) => `coalesce(octet_length((${sql})::text), 0)`);
  return [`${ofNames}::bigint`, ...ofValues].join(" + ");
}

function outer(name: string, type: ColumnType): ReadableColumn {
  return { name, type, sql: `groups.${name}` };
}

function textIfJson(type: ColumnType): ColumnType {
  return type === "jsonb" ? "text" : type;
}

function aggregateSql(
  aggregate: ODataAggregate,
  column: (name: string) => ReadableColumn,
): { readonly sql: string; readonly type: ColumnType } {
  if (aggregate.method === "count") return { sql: "count(*)", type: "bigint" };
  const { sql, type } = column(aggregate.column);
  const isDouble = type === "double precision";
  switch (aggregate.method) {
    case "sum":
      return { sql: `sum(${isDouble ? sql : `(${sql})::numeric`})`, type: isDouble ? type : "numeric" };
    case "average":
      return { sql: isDouble ? `avg(${sql})` : `trim_scale(avg(${sql}))`, type: isDouble ? type : "numeric" };
    case "min":
    case "max":
      return { sql: `${aggregate.method}(${type === "text" ? `(${sql}) COLLATE "C"` : sql})`, type };
    case "countdistinct":
      return { sql: `count(DISTINCT ${sql})`, type: "bigint" };
  }
}
