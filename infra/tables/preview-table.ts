import type { Pool } from "pg";
import type { JsonObject } from "#domain/core/json.ts";
import type { Column } from "#domain/core/table.ts";
import { namedSql, readableColumns, rowSource } from "./column-sql.ts";
import { reading } from "./read-transaction.ts";
import { dataTable, findTable } from "./registry.ts";
import { countSql } from "./select-sql.ts";
import type { StreamQuery } from "./stream-query.ts";

export type TablePreview = {
  readonly columns: readonly Column[];
  /** Numbers that a double would change are strings here. */
  readonly rows: readonly JsonObject[];
  /** The same rows as the text of a JSON array, every number exact. */
  readonly json: string;
  readonly total: number;
};

/** The first or the latest rows of a table, in its order. Null when the table is gone. */
export async function previewTable(options: {
  readonly pool: Pool;
  readonly physical: string;
  readonly from: "first" | "latest";
  readonly limit: number;
}): Promise<TablePreview | null> {
  const table = await findTable(options.pool, options.physical);
  if (!table) return null;
  const limit = Math.max(0, Math.min(1000, Math.floor(options.limit)));
  const source = rowSource(table.layout, dataTable(table.physical), table.kind, options.from === "latest" ? Math.max(0, table.rows - limit) : 0);
  const rows = await reading(options.pool, async (client) => {
    const found = await client.query<{ row: string }>(
      `SELECT row_to_json(r.*)::text AS row FROM (SELECT ${namedSql(readableColumns(table).own)} FROM ${source} ORDER BY _row_id LIMIT ${limit}) AS r`,
    );
    return found.rows.map(({ row }) => row);
  });
  return { columns: table.columns, rows: rows.map(parseRow), json: `[${rows.join(",")}]`, total: table.rows };
}

/** Rows of a table that a query's filters let through; without filters what the registry says. Null when the table is gone. */
export async function countRows(options: {
  readonly pool: Pool;
  readonly physical: string;
  readonly filters?: StreamQuery["filters"];
}): Promise<number | null> {
  const table = await findTable(options.pool, options.physical);
  if (!table) return null;
  const { filters } = options;
  if (!filters?.length) return table.rows;
  const { rows } = await reading(options.pool, (client) => client.query<{ count: string }>(countSql(table, filters)));
  return Number(rows[0]?.count ?? 0);
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

function parseRow(row: string): JsonObject {
  const exact: Reviver = (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source && source.replace(/\D/g, "").length > 15 ? source : value;
  // TypeScript's library does not know the third argument of the reviver (ES2026) yet.
  return (JSON.parse as (text: string, reviver: Reviver) => JsonObject)(row, exact);
}
