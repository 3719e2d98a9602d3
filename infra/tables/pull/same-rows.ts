import type { PoolClient } from "pg";
import type { Column } from "#domain/core/values/table.ts";
import type { Layout } from "../csv/row-format.ts";
import { dataTable, type RegisteredTable } from "../registry.ts";

type Table = { readonly physical: string; readonly layout: Layout; readonly columns: readonly Column[] };

/** Whether two tables have the same columns: names, labels, types and order. */
export function sameColumns(one: Pick<Table, "columns">, other: Pick<Table, "columns">): boolean {
  const about = ({ columns }: Pick<Table, "columns">) =>
    JSON.stringify(columns.map(({ name, label, type }) => [name, label, type]));
  return about(one) === about(other);
}

/**
 * Whether two tables of pulls with the same columns have the same rows in the same order, byte by byte: `1.0` is another
 * value than `1`. The runs that brought the rows do not count.
 */
export async function sameRows(client: PoolClient, made: Table, earlier: RegisteredTable): Promise<boolean> {
  const cells = made.layout === "array" ? ["cells"] : made.columns.map((_, index) => `c${index}`);
  const row = (alias: string) => `ROW(${cells.map((cell) => `${alias}.${cell}`).join(", ")})::record`;
  const differs = cells.length === 0 ? "false" : `${row("a")} *<> ${row("b")}`;
  const { rows } = await client.query<{ same: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM ${dataTable(made.physical)} AS a FULL JOIN ${dataTable(earlier.storedIn)} AS b USING (_row_id)
       WHERE a._row_id IS NULL OR b._row_id IS NULL OR ${differs}) AS same`,
  );
  return rows[0]?.same === true;
}
