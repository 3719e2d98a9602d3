import type { Pool } from "pg";
import type { SearchedRows } from "#domain/core/ports/work-ports.ts";
import { rowsById } from "./rows-by-id.ts";
import { countRows, readShort } from "./preview-table.ts";
import { reading } from "./read-transaction.ts";
import { fromSql } from "./select-sql.ts";
import { parseStreamQuery } from "./stream-query.ts";

const SEARCH_MS = 10_000;

/**
 * One page of the rows that match `order`, `where.<column>` and `offset`, as a preview cuts them. Null if the table is
 * gone, "too-slow" if the database takes longer than 10 s; what cannot be read is refused with a sentence.
 */
export async function searchTable({
  pool,
  physical,
  params,
  limit,
  signal,
}: {
  readonly pool: Pool;
  readonly physical: string;
  readonly params: URLSearchParams;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}): Promise<SearchedRows | "too-slow" | null> {
  const found = await reading(pool, physical, { statementMs: SEARCH_MS, signal }, async (client, table) => {
    const parsed = parseStreamQuery(params, table.columns, table.kind);
    if (!parsed.ok) return parsed;
    const query = { ...parsed.query, limit };
    const isPlain = query.filters.length === 0 && query.order.length === 0;
    // Row ids have no gaps, so without a filter the offset is where to begin.
    const from = isPlain
      ? fromSql(table, { ...query, offset: 0 }, { after: query.offset, upTo: null })
      : fromSql(table, query, { after: 0, upTo: null });
    const { rows } = await client.query<{ id: string }>(`SELECT source._row_id AS id ${from}`);
    const ids = rows.map(({ id }) => Number(id));
    const shown = await readShort(client, table, { source: rowsById(table, ids), limit: ids.length, keep: "first" });
    const { runs } = shown;
    // They were read in the order of their ids, and the last ones may have been left out.
    const sorted = [...ids].sort((a, b) => a - b);
    const places = new Map(sorted.map((id, place) => [id, place]));
    const order = ids.flatMap((id) => {
      const place = places.get(id) ?? 0;
      return place < shown.rows.length ? [place] : [];
    });
    const moved = new Map(order.map((place, at) => [place, at]));
    const cells = shown.cells.map((cell) => ({ ...cell, row: moved.get(cell.row) ?? cell.row }));
    const leftOut = ids.length - order.length;
    return {
      ok: true as const,
      filters: query.filters,
      preview: {
        columns: table.columns,
        rows: order.map((place) => shown.rows[place]!),
        lines: order.map((place) => shown.lines[place]!),
        total: table.rows,
        ids: order.map((place) => sorted[place]!),
        ...(runs ? { runs: order.map((place) => runs[place]!) } : {}),
        ...(cells.length > 0 || leftOut > 0 ? { truncated: { cells, rows: leftOut } } : {}),
      },
    };
  });
  if (found === null || found === "too-slow" || !found.ok) return found;
  const { filters, preview } = found;
  const matches = await countRows({ pool, physical, signal, filters });
  return { ok: true, preview, matches: typeof matches === "number" ? matches : null };
}
