import pg from "pg";
import type { Column } from "#domain/core/values/table.ts";
import { readableColumns, rowSource, textSql } from "../column-sql.ts";
import type { NewTable } from "../registry.ts";

const { escapeIdentifier } = pg;

/** The columns of `target` in `table`, by name; -1 for one that it lacks. */
export function columnPlaces(table: Pick<NewTable, "columns">, target: readonly Column[]): readonly number[] {
  return target.map(({ name }) => table.columns.findIndex((column) => column.name === name));
}

/** Whether both have the same names and types, in any order. */
export function sameColumnsInAnyOrder(a: readonly Column[], b: readonly Column[]): boolean {
  const types = new Map(a.map(({ name, type }) => [name, type]));
  return a.length === b.length && b.every(({ name, type }) => types.get(name) === type);
}

/**
 * A SELECT of the rows of `table` for the cells of a physical table like `target`: `id`, the values of the key as `k0`
 * and on, and the cells as `p0` and on (one array for a wide target).
 */
export function alignedRows(table: NewTable, target: NewTable, key: readonly string[] = []): string {
  const { own } = readableColumns(table);
  const keys = key.map((name, at) => `${columnSql(table, name)} AS k${at}`);
  const places = columnPlaces(table, target.columns);
  const cells =
    target.layout === "array"
      ? [arrayOfCells(table, places)]
      : places.map((place) => `source.${own[place]?.sql ?? "_row_id"}`);
  const selected = ["source._row_id AS id", ...keys, ...cells.map((sql, at) => `${sql} AS p${at}`)];
  return `(SELECT ${selected.join(", ")} FROM ${rowSource(table)})`;
}

/** The names of the cells that `alignedRows` selects. */
export function cellNames({ layout, columns }: Pick<NewTable, "layout" | "columns">): readonly string[] {
  return layout === "array" ? ["p0"] : columns.map((_, at) => `p${at}`);
}

/** The value of a column of `source`. */
export function columnSql(table: NewTable, name: string): string {
  const column = readableColumns(table).own.find((one) => one.name === name);
  if (!column) throw new Error(`The table has no column ${escapeIdentifier(name)}`);
  return table.layout === "array" ? `(${column.sql})` : `source.${column.sql}`;
}

function arrayOfCells(table: NewTable, places: readonly number[]): string {
  if (table.layout === "array") {
    // `rowSource` adds one cell.
    if (places.every((place, at) => place === at)) return "trim_array(source.cells, 1)";
    return `ARRAY[${places.map((place) => `source.cells[${place + 1}]`).join(", ")}]::text[]`;
  }
  const { own } = readableColumns(table);
  const texts = places.map((place) => {
    const column = own[place];
    return column ? `(${textSql({ ...column, sql: `source.${column.sql}` })})::text` : "NULL";
  });
  return `ARRAY[${texts.join(", ")}]::text[]`;
}
