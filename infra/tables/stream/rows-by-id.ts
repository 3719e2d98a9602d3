import { rowSource, type StoredRows } from "../column-sql.ts";

/** The FROM clause of the rows with these ids, in the order of their ids. */
export function rowsById(table: StoredRows, ids: readonly number[]): string {
  const range = ids.length === 0 ? { after: 0, upTo: 0 } : { after: Math.min(...ids) - 1, upTo: Math.max(...ids) };
  return `(SELECT source.* FROM ${rowSource(table, range)} WHERE source._row_id IN (${[-1, ...ids].join(", ")})) AS source`;
}
