import type { StreamQuery } from "#domain/core/ports/stream-query.ts";
import { type RowRange, rowSource } from "../column-sql.ts";
import type { Reading } from "./read-transaction.ts";

/** Bytes of a table that one transaction of a stream reads: a tenth of a second for a fast reader. */
export const RANGE_BYTES = 8_000_000;

/** How a stream is read. `query` has no offset where the first range begins after the rows that it skips. */
export type RangedQuery = { readonly query: StreamQuery; readonly ranges: readonly RowRange[] };

const WHOLE: readonly RowRange[] = [{ after: 0, upTo: null }];

/**
 * Divides a query into ranges of row ids, so that no transaction lasts as long as the stream. A version of a table never
 * changes, so all ranges see the same rows. A query with an order, or with an offset that has to be counted, is one
 * range.
 */
export async function rangesOf(
  { client, table }: Pick<Reading, "client" | "table">,
  query: StreamQuery,
  rangeBytes: number,
): Promise<RangedQuery> {
  const isLarge = table.bytes > rangeBytes;
  if (query.order.length > 0 || (query.offset === 0 && !isLarge)) return { query, ranges: WHOLE };
  if (query.offset > 0 && query.filters.length > 0) return { query, ranges: WHOLE };
  const { rows } = await client.query<{ first: string | null; last: string | null }>(
    `SELECT min(_row_id) AS first, max(_row_id) AS last FROM ${rowSource({ ...table, layout: "columns" })}`,
  );
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)];
  // An offset skips ids only if they go from 1 to the number of rows.
  const areCounted = first === 1 && last === table.rows;
  if (query.offset > 0 && !areCounted) return { query, ranges: WHOLE };
  const after = query.offset;
  const end =
    query.limit !== null && areCounted && query.filters.length === 0 ? Math.min(last, after + query.limit) : last;
  const size = Math.max(1, Math.ceil(last / Math.ceil(table.bytes / rangeBytes)));
  const ranges: RowRange[] = [];
  let from = after;
  for (; from + size < end; from += size) ranges.push({ after: from, upTo: from + size });
  // Rows that are appended while the ranges before are read belong to a later version.
  ranges.push({ after: from, upTo: Math.max(from, last) });
  return { query: { ...query, offset: 0 }, ranges };
}
