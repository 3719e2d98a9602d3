import type { Pool } from "pg";
import type { RowsSearched, SearchedRows } from "#domain/core/ports/work-ports.ts";
import { rowsById } from "./rows-by-id.ts";
import { countRows, PREVIEW_CELLS, readShort } from "./preview-table.ts";
import { reading } from "./read-transaction.ts";
import { fromSql } from "./select-sql.ts";
import { parseStreamQuery } from "./stream-query.ts";

const SEARCH_MS = 10_000;

const MAX_PAGE_ROWS = 100;

/**
 * One page of the rows that match `order` and `where.<column>`, in that order: at most 100 rows and 20,000 cells, long
 * cells cut. No row of a page is left out, so that all of them are on some page. Null if the table is gone, "too-slow" if
 * the database takes longer than 10 s; what cannot be read is refused with a sentence.
 */
export async function searchTable({
  pool,
  physical,
  params,
  page,
  columns: chosen,
  signal,
}: RowsSearched & {
  readonly pool: Pool;
  readonly physical: string;
  readonly signal?: AbortSignal | undefined;
}): Promise<SearchedRows | "too-slow" | null> {
  const found = await reading(pool, physical, { statementMs: SEARCH_MS, signal }, async (client, table) => {
    const named = chosen === null ? [] : table.columns.filter(({ name }) => chosen.includes(name));
    const columns = named.length === 0 ? table.columns : named;
    const pageRows = Math.max(1, Math.min(MAX_PAGE_ROWS, Math.floor(PREVIEW_CELLS / Math.max(1, columns.length))));
    const paged = new URLSearchParams(params);
    paged.set("offset", String((page - 1) * pageRows));
    const parsed = parseStreamQuery(paged, table.columns, table.kind);
    if (!parsed.ok) return parsed;
    const query = { ...parsed.query, limit: pageRows };
    const isPlain = query.filters.length === 0 && query.order.length === 0;
    // Row ids have no gaps, so without a filter the offset is where to begin.
    const from = isPlain
      ? fromSql(table, { ...query, offset: 0 }, { after: query.offset, upTo: null })
      : fromSql(table, query, { after: 0, upTo: null });
    const { rows: asked } = await client.query<{ id: string }>(`SELECT source._row_id AS id ${from}`);
    const ids = asked.map(({ id }) => Number(id));
    const shown = await readShort(client, table, {
      ...{ source: rowsById(table, ids), limit: ids.length, keep: "all" },
      columns: columns.map(({ name }) => name),
    });
    const { rows, lines, runs } = shown;
    // They were read in the order of their ids.
    const byId = new Map([...ids].sort((a, b) => a - b).map((id, place) => [id, place]));
    const order = ids.map((id) => byId.get(id)!);
    const moved = new Map(order.map((place, at) => [place, at]));
    const cells = shown.cells.map((cell) => ({ ...cell, row: moved.get(cell.row)! }));
    return {
      ...{ ok: true as const, filters: query.filters, pageRows },
      preview: {
        columns,
        rows: order.map((place) => rows[place]!),
        lines: order.map((place) => lines[place]!),
        total: table.rows,
        ids,
        ...(runs ? { runs: order.map((place) => runs[place]!) } : {}),
        ...(cells.length > 0 ? { truncated: { cells, rows: 0 } } : {}),
      },
    };
  });
  if (found === null || found === "too-slow" || !found.ok) return found;
  const { filters, preview, pageRows } = found;
  const matches = await countRows({ pool, physical, signal, filters });
  return { ok: true, preview, matches: typeof matches === "number" ? matches : null, pageRows };
}
