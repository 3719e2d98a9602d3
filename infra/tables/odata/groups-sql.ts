import pg from "pg";
import type { ODataAggregate, ODataGroups } from "#domain/core/odata/odata-query.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type ReadableColumn, rowSource } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";
import { comparableSql, conditionSql, parameters } from "./filter-sql.ts";
import { columnOf, jsonSql, type Statement } from "./page-sql.ts";

/** A column of the result: its name, and its SQL within the groups and outside of them. */
type ResultColumn = { readonly name: string; readonly inner: string; readonly outer: ReadableColumn };

/** The groups of a table's rows in their order, each as JSON. */
export function groupsSql(table: RegisteredTable, groups: ODataGroups, limit: number): Statement {
  const given = parameters();
  const column = columnOf(table);
  const by = groups.by.map(({ name, column: of }, at): ResultColumn => {
    const { sql, type } = column(of);
    return { name, inner: type === "jsonb" ? `(${sql})::text` : sql, outer: outer(`g${at}`, textIfJson(type)) };
  });
  const aggregates = groups.aggregates.map((aggregate, at): ResultColumn => {
    const { sql, type } = aggregateSql(aggregate, column);
    return { name: aggregate.name, inner: sql, outer: outer(`a${at}`, type) };
  });
  const all = [...by, ...aggregates];
  const where = groups.filter === null ? "" : ` WHERE ${conditionSql(groups.filter, column, given)}`;
  const inner = all.map(({ inner, outer }) => `${inner} AS ${outer.name}`).join(", ");
  const group = by.length === 0 ? "" : ` GROUP BY ${by.map((_, at) => at + 1).join(", ")}`;
  const named = all.map(({ name, outer }) => `${jsonSql(outer, groups.exactNumbers)} AS ${pg.escapeIdentifier(name)}`);
  const ordered = groups.orderBy.flatMap(({ name, descending }) => {
    const found = all.find((each) => each.name === name);
    return found ? [`${comparableSql(found.outer)} ${descending ? "DESC NULLS LAST" : "ASC NULLS FIRST"}`] : [];
  });
  const order = [...ordered, ...by.map(({ outer }) => `${comparableSql(outer)} ASC NULLS FIRST`)];
  const text = [
    `SELECT (SELECT row_to_json(r.*)::text FROM (SELECT ${named.join(", ")}) AS r) AS json`,
    `FROM (SELECT ${inner} FROM ${rowSource(table)}${where}${group}) AS groups`,
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(", ")}`]),
    `LIMIT ${given.add(limit)}::bigint OFFSET ${given.add(groups.skip)}::bigint`,
  ].join(" ");
  return { text, values: given.values };
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
