import { readableColumns, rowSource, textSql } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";

/** Two versions, and what their rows are compared by. */
export type ComparedTables = {
  readonly before: RegisteredTable;
  readonly after: RegisteredTable;
  readonly key: readonly string[];
  /** The columns of both. */
  readonly common: readonly { readonly name: string; readonly isRetyped: boolean }[];
};

/** Whether one of them only has further rows in the physical table of the other. */
export function isContinued({ before, after }: ComparedTables): boolean {
  return before.storedIn === after.storedIn;
}

/** A SELECT of a table's rows: `id`, the key as `k0` and on, and the common columns as `v0` and on. */
export function valuesOf(table: RegisteredTable, { key, common }: ComparedTables): string {
  const columns = new Map(readableColumns(table).own.map((column) => [column.name, column]));
  const retyped = new Set(common.flatMap(({ name, isRetyped }) => (isRetyped ? [name] : [])));
  const value = (name: string) => {
    const column = columns.get(name);
    if (!column) throw new Error("A compared column is in both tables");
    return retyped.has(name) ? `(${textSql(column)})::text` : column.sql;
  };
  const keys = key.map((name, at) => `${value(name)} AS k${at}`);
  const values = common.map(({ name }, at) => `${value(name)} AS v${at}`);
  return `(SELECT ${["_row_id AS id", ...keys, ...values].join(", ")} FROM ${rowSource(table)})`;
}

/** Whether two rows with the same key have another value in a common column. */
export function differs({ common, key }: ComparedTables): string {
  const values = common.flatMap(({ name }, at) => (key.includes(name) ? [] : [`a.v${at} IS DISTINCT FROM b.v${at}`]));
  return values.length === 0 ? "false" : `(${values.join(" OR ")})`;
}

export function matches(key: readonly string[]): string {
  return key.map((_, at) => `a.k${at} = b.k${at}`).join(" AND ");
}

/** How often each row occurs, by a hash of its common columns. */
export function occurrences(table: RegisteredTable, tables: ComparedTables): string {
  const row = tables.common.map((_, at) => `v${at}`).join(", ");
  return `(SELECT hash, count(*) AS times, min(id) AS id FROM (SELECT id, md5(ROW(${row})::text) AS hash FROM ${valuesOf(table, tables)} AS rows) AS hashed GROUP BY hash)`;
}
