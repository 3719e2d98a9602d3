import type { Dialect, HeadRecord } from "../dialect.ts";
import type { TableShape } from "./find-table.ts";

/** How readers of other formats write tables. */
export const MADE = {
  dialect: { delimiter: ",", quote: '"', escape: "double", recordLines: true } satisfies Dialect,
  encoding: { encoding: "utf-8", repair: false, encodingBy: "valid", rival: null } as const,
};

/**
 * The table whose first record has the labels, and whose other records are rows, whatever is in them. The line of the first
 * row is 1: it is the first record of the file that the table was made from.
 */
export function tableOfRecords([header, ...records]: readonly HeadRecord[]): TableShape | null {
  if (!header) return null;
  const width = header.cells.length;
  const rows = records.filter(({ start, end }) => end > start + 1).map((row) => ({ ...row, line: row.line - 1 }));
  return {
    ...{ rule: { width, bare: null, least: width, cut: false }, labels: header.cells.map(({ text }) => text), rows },
    // A row may be equal to the labels.
    ...{ header: null, notRows: [], doubt: null },
    ...{ start: 0, dataStart: header.end, dataLine: 1, preambleLines: 0 },
  };
}
