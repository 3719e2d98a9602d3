/** Rows of one width that follow each other, with few others between them: `from` to `to`, both included. */
export type Run = { readonly width: number; readonly from: number; readonly to: number; readonly rows: number };

/** A record for the search: how many cells it has, up to its last one with a value too; broken ones fit no width. */
export type Shape = { readonly cells: number; readonly trimmed: number; readonly broken: boolean };

/** Widths that are tried, the most frequent first: a table has one of them. */
const MOST_WIDTHS = 20;

/** Whether a record is a row of a table of this width: empty cells after its last column do not count. */
export function fitsWidth({ cells, trimmed, broken }: Shape, width: number): boolean {
  return !broken && (cells === width || (cells > width && trimmed <= width));
}

/**
 * The longest run of records of one width: each record of the width counts for it, each other one against it. A run of
 * one cell is only taken if there is no real run of several: titles and notes above a table are often longer than it.
 */
export function longestRun(records: readonly Shape[]): Run | null {
  const counts = new Map<number, number>();
  for (const { cells, broken } of records) if (!broken) counts.set(cells, (counts.get(cells) ?? 0) + 1);
  const widths = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_WIDTHS);
  // Of rows that all have different widths the first one counts: it may be the header.
  const runs = widths
    .map(([width]) => bestOf(records, width))
    .sort((a, b) => b.sum - a.sum || (a.sum === 1 ? a.from - b.from : b.width - a.width));
  return runs.find((run) => run.width > 1 && (isConvincing(run) || run === runs[0])) ?? runs[0] ?? null;
}

/** Whether so many rows of several cells are no accident of a text with commas. */
export function isConvincing({ width, rows }: Pick<Run, "width" | "rows">): boolean {
  return (width >= 3 && rows >= 2) || (width === 2 && rows >= 3);
}

function bestOf(records: readonly Shape[], width: number): Run & { readonly sum: number } {
  let best = { width, from: 0, to: -1, rows: 0, sum: 0 };
  let from = 0;
  let sum = 0;
  let rows = 0;
  records.forEach((record, at) => {
    if (sum <= 0) {
      from = at;
      sum = 0;
      rows = 0;
    }
    const fits = fitsWidth(record, width);
    sum += fits ? 1 : -1;
    if (fits) rows += 1;
    if (sum > best.sum) best = { width, from, to: at, rows, sum };
  });
  return best;
}
