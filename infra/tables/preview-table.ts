import type { Pool } from "pg";
import type { JsonObject } from "#domain/core/json.ts";
import type { Column } from "#domain/core/table.ts";
import type { Preview } from "#domain/core/work-ports.ts";
import { readableColumns, rowSource } from "./column-sql.ts";
import { previewSql } from "./preview-sql.ts";
import { reading } from "./read-transaction.ts";
import { dataTable, findTable } from "./registry.ts";
import { countSql } from "./select-sql.ts";
import type { StreamQuery } from "./stream-query.ts";

const PREVIEW_BYTES = 1_000_000;
const PREVIEW_MS = 10_000;
const COUNT_MS = 5_000;

type Asked = {
  readonly pool: Pool;
  readonly physical: string;
  /** Ends the reading when its reader has left. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * The first or the latest rows of a table, in its order: at most `limit` (and 1,000), long cells cut, about 1 MB altogether.
 * Null when the table is gone, "too-slow" when the database took longer than 10 s.
 */
export async function previewTable({ pool, physical, signal, ...window }: Asked & { readonly from: "first" | "latest"; readonly limit: number }): Promise<(Preview & { readonly columns: readonly Column[] }) | "too-slow" | null> {
  const table = await findTable(pool, physical);
  if (!table) return null;
  const limit = Math.max(0, Math.min(1000, Math.floor(window.limit)));
  const latest = window.from === "latest";
  const source = rowSource(table.layout, dataTable(table.physical), table.kind, latest ? Math.max(0, table.rows - limit) : 0);
  const { own } = readableColumns(table);
  // Of the latest rows the last ones are kept when not all find room.
  const sql = previewSql(source, own, { limit, maxBytes: PREVIEW_BYTES, keep: window.from });
  const found = await reading(pool, { statementMs: PREVIEW_MS, signal }, (client) => client.query<{ line: string; cut: readonly (readonly [number, number])[] | null }>(sql));
  if (found === "too-slow") return found;
  const cells = found.rows.flatMap(({ cut }, row) => (cut ?? []).map(([place, bytes]) => ({ row, column: own[place]?.name ?? "", bytes })));
  const leftOut = Math.min(limit, table.rows) - found.rows.length;
  return {
    columns: table.columns,
    rows: found.rows.map(({ line }) => parseRow(line)),
    total: table.rows,
    ...(cells.length > 0 || leftOut > 0 ? { truncated: { cells, rows: Math.max(0, leftOut) } } : {}),
  };
}

/** Rows of a table that a query's filters let through; without filters what the registry says. Null when the table is gone, "too-slow" after 5 s. */
export async function countRows({ pool, physical, signal, filters }: Asked & { readonly filters?: StreamQuery["filters"] }): Promise<number | "too-slow" | null> {
  const table = await findTable(pool, physical);
  if (!table) return null;
  if (!filters?.length) return table.rows;
  const counted = await reading(pool, { statementMs: COUNT_MS, signal }, (client) => client.query<{ count: string }>(countSql(table, filters)));
  return counted === "too-slow" ? counted : Number(counted.rows[0]?.count ?? 0);
}
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

function parseRow(row: string): JsonObject {
  const exact: Reviver = (_key, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source && source.replace(/\D/g, "").length > 15 ? source : value;
  // TypeScript's library does not know the third argument of the reviver (ES2026) yet.
  return (JSON.parse as (text: string, reviver: Reviver) => JsonObject)(row, exact);
}
