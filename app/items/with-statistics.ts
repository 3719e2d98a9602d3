import type { ColumnStatistics, TableStatistics } from "#domain/core/ports/table-statistics.ts";
import type { ColumnValues } from "../ui/data/column-picture.tsx";
import type { PreviewRows } from "../ui/data/data-table.tsx";

/** Most columns with statistics, so that the page of a very wide table stays small. */
const MAX_DRAWN_COLUMNS = 60;
/** Above this many distinct values the three most common say little. */
const MAX_DISTINCT_FOR_TOP = 20;
const TOP_VALUES = 3;

/**
 * Rows with statistics of their columns in the headers: shares of filled cells, smallest and largest, histograms, most
 * common values. Nothing without rows.
 */
export function withStatistics(preview: PreviewRows, statistics: TableStatistics | null): PreviewRows {
  if (!statistics || statistics.rows === 0) return preview;
  const known = new Map(statistics.columns.map((column) => [column.name, column]));
  const columns = preview.columns.map((column, at) => {
    const found = known.get(column.name);
    return found
      ? { ...column, filled: 1 - found.nullShare, values: valuesOf(found, statistics, at < MAX_DRAWN_COLUMNS) }
      : column;
  });
  return { ...preview, columns, drawn: { rows: statistics.rows, sampled: statistics.sampledRows } };
}

function valuesOf(
  { min, max, histogram, binWidth, top, distinct }: ColumnStatistics,
  { rows, sampledRows }: TableStatistics,
  drawn: boolean,
): ColumnValues {
  // Only numbers and moments have a smallest and largest value worth showing, and histograms, unless all values are
  // equal.
  const isOrdered = histogram !== null;
  const few = !isOrdered && distinct !== null && distinct <= MAX_DISTINCT_FOR_TOP;
  return {
    ends: min !== null && max !== null && isOrdered ? [min, max] : null,
    bins: drawn ? histogram : null,
    ...(binWidth === undefined ? {} : { binWidth }),
    top:
      drawn && few
        ? top
            .slice(0, TOP_VALUES)
            .map(({ value, count }) => ({ value, share: count / Math.max(1, sampledRows ?? rows) }))
        : [],
    distinct,
    sampled: sampledRows !== null,
  };
}
