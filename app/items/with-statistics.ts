import type { ColumnStatistics, TableStatistics } from "#domain/core/ports/table-statistics.ts";
import type { ColumnValues } from "../ui/data/column-picture.tsx";
import type { PreviewRows } from "../ui/data/data-table.tsx";

/** Columns after these are not drawn, so that the page of a very wide table stays small. */
const DRAWN = 60;
/** With more different values than these the three commonest say little. */
const FEW = 20;
const TOP = 3;

/** Rows with what is known of their columns in the heads: shares of filled cells, ends, histograms, commonest values. Without rows there is nothing to say. */
export function withStatistics(preview: PreviewRows, statistics: TableStatistics | null): PreviewRows {
  if (!statistics || statistics.rows === 0) return preview;
  const known = new Map(statistics.columns.map((column) => [column.name, column]));
  const columns = preview.columns.map((column, at) => {
    const found = known.get(column.name);
    return found ? { ...column, filled: 1 - found.nullShare, values: valuesOf(found, statistics, at < DRAWN) } : column;
  });
  return { ...preview, columns, drawn: { rows: statistics.rows, sampled: statistics.sampledRows } };
}

function valuesOf(
  { min, max, histogram, top, distinct }: ColumnStatistics,
  { rows, sampledRows }: TableStatistics,
  drawn: boolean,
): ColumnValues {
  // Only what is ordered as a number or a moment has ends worth showing; of these alone histograms are taken, but not where all values are equal.
  const isOrdered = histogram !== null;
  const few = !isOrdered && distinct !== null && distinct <= FEW;
  return {
    ends: min !== null && max !== null && isOrdered ? [min, max] : null,
    bins: drawn ? histogram : null,
    top:
      drawn && few
        ? top.slice(0, TOP).map(({ value, count }) => ({ value, share: count / Math.max(1, sampledRows ?? rows) }))
        : [],
    distinct,
    sampled: sampledRows !== null,
  };
}
