import type { Pool, PoolClient } from "pg";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import type { Column, ExactNumbers } from "#domain/core/values/table.ts";
import type { Preview, TableWindow } from "#domain/core/ports/work-ports.ts";
import { readableColumns, rowSource } from "../column-sql.ts";
import { MAX_CELL_CHARS, previewSql, shownCharacters } from "./preview-sql.ts";
import { reading } from "./read-transaction.ts";
import type { RegisteredTable } from "../registry.ts";
import { countSql } from "./select-sql.ts";
import type { StreamQuery } from "#domain/core/ports/stream-query.ts";

const PREVIEW_BYTES = 1_000_000;
/** Cells of all rows: reading and showing each takes its time, however short it is. */
export const PREVIEW_CELLS = 20_000;
const PREVIEW_MS = 10_000;
const COUNT_MS = 5_000;

type Asked = {
  readonly pool: Pool;
  readonly physical: string;
  /** Aborts the read when its reader has left. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * The first or the latest rows of a table, in its order: at most `limit` (and 1,000), long cells cut, about 1 MB and
 * 20,000 cells in total. Null if the table is gone, "too-slow" if the database takes longer than 10 s.
 */
export function previewTable({
  pool,
  physical,
  signal,
  ...window
}: Asked & TableWindow): Promise<(Preview & { readonly columns: readonly Column[] }) | "too-slow" | null> {
  const limit = Math.max(0, Math.min(1000, Math.floor(window.limit)));
  return reading(pool, physical, { statementMs: PREVIEW_MS, signal }, async (client, table) => {
    const after = window.from === "latest" ? Math.max(0, table.rows - limit) : 0;
    const source = rowSource(table, { after, upTo: null });
    const { rows, lines, cells, runs } = await readShort(client, table, {
      ...{ source, limit, keep: window.from },
      ...(window.exactNumbers ? { exactNumbers: window.exactNumbers } : {}),
    });
    const leftOut = Math.max(0, Math.min(limit, table.rows) - rows.length);
    return {
      columns: table.columns,
      rows,
      lines,
      total: table.rows,
      ...(runs ? { runs } : {}),
      ...(cells.length > 0 || leftOut > 0 ? { truncated: { cells, rows: leftOut } } : {}),
    };
  });
}

/**
 * Rows of a source with their JSON texts, the cells of them that were cut, and the runs that made them; null: none did.
 * `columns`: those to read; default all. `keep`: which rows, if there is no room for all; "all" cuts cells shorter
 * instead, and the caller sees to it that the rows have at most 20,000 cells.
 */
export async function readShort(
  client: PoolClient,
  table: RegisteredTable,
  {
    source,
    exactNumbers = "number",
    columns,
    limit,
    keep,
  }: {
    readonly source: string;
    readonly limit: number;
    readonly keep: "first" | "latest" | "all";
    readonly exactNumbers?: ExactNumbers;
    readonly columns?: readonly string[];
  },
) {
  const own = readableColumns(table).own.filter(({ name }) => columns === undefined || columns.includes(name));
  const room =
    keep === "all"
      ? { keep: "first" as const, maxBytes: null, characters: charactersOfAll(limit * own.length) }
      : { keep, maxBytes: PREVIEW_BYTES, characters: shownCharacters(own.length) };
  const maxRows = Math.max(1, Math.floor(PREVIEW_CELLS / Math.max(1, own.length)));
  const hasRuns = table.kind === "pull";
  const found = await client.query<{
    line: string;
    long: readonly (readonly [number, number])[] | null;
    run: string | null;
  }>(previewSql(source, own, { ...room, limit, maxRows, exactNumbers, hasRuns }));
  const rows = found.rows.map(({ line }) => parseRow(line));
  const cells = found.rows
    .flatMap(({ long }, row) => (long ?? []).map(([place, bytes]) => ({ row, column: own[place]?.name ?? "", bytes })))
    .filter((cell) => isCut(rows[cell.row]?.[cell.column], cell.bytes));
  const runs = hasRuns ? found.rows.map(({ run }) => run ?? "") : null;
  return { rows, lines: found.rows.map(({ line }) => line), cells, runs };
}

/** How many characters each of so many cells has, if all are shown. */
function charactersOfAll(cells: number): number {
  return Math.min(MAX_CELL_CHARS, Math.floor(PREVIEW_BYTES / Math.max(1, cells)));
}

/**
 * The number of rows that match a query's filters; without filters the registry's count. Null if the table is gone,
 * "too-slow" after 5 s.
 */
export function countRows({
  pool,
  physical,
  signal,
  filters = [],
}: Asked & { readonly filters?: StreamQuery["filters"] }): Promise<number | "too-slow" | null> {
  return reading(pool, physical, { statementMs: COUNT_MS, signal }, async (client, table) => {
    if (filters.length === 0) return table.rows;
    const { rows } = await client.query<{ count: string }>(countSql(table, filters));
    return Number(rows[0]?.count ?? 0);
  });
}

/** An uncut cell may have more bytes than characters, too. */
function isCut(value: JsonValue | undefined, bytes: number): boolean {
  return typeof value === "string" && Buffer.byteLength(value) < bytes;
}

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

function parseRow(row: string): JsonObject {
  const exact: Reviver = (_key, value, { source }) =>
    typeof value === "number" &&
    source !== undefined &&
    String(value) !== source &&
    source.replace(/\D/g, "").length > 15
      ? source
      : value;
  // TypeScript's library does not have the third argument of the reviver (ES2026) yet.
  return (JSON.parse as (text: string, reviver: Reviver) => JsonObject)(row, exact);
}
