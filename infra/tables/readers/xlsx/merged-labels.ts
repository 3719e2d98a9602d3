import type { PlacedRow } from "../grown-table.ts";
import { textCell } from "../table-writer.ts";

/** Cells that are shown as one: rows from 1 and columns from 0, both ends included. */
export type MergedCells = { readonly row: number; readonly toRow: number; readonly from: number; readonly to: number };

/** Rows in which labels may be; below them merged cells are those of rows. */
const LAST_ROW = 20;
/** Longer than what names merged cells. */
const OVERLAP = 200;
const MAX_MERGED = 10_000;

/** The merged cells of the first rows of a sheet. They stand behind its rows. */
export async function mergedCells(bytes: AsyncIterable<Buffer>): Promise<MergedCells[]> {
  const found = new Map<string, MergedCells>();
  let before = "";
  for await (const chunk of bytes) {
    const text = before + chunk.toString("latin1");
    if (text.includes("mergeCell "))
      for (const [, ref = "", left = "", top = "", right = "", bottom = ""] of text.matchAll(
        /<(?:\w+:)?mergeCell ref="(([A-Z]{1,3})(\d{1,8}):([A-Z]{1,3})(\d{1,8}))"/g,
      ))
        if (Number(bottom) <= LAST_ROW && found.size < MAX_MERGED)
          found.set(ref, { row: Number(top), toRow: Number(bottom), from: columnAt(left), to: columnAt(right) });
    before = text.slice(-OVERLAP);
  }
  return [...found.values()];
}

/** The position of the column of these letters, from 0. */
export function columnAt(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + (letters.charCodeAt(at) | 0x20) - 0x60;
  return column - 1;
}

/**
 * Joins labels of two rows: those of groups of columns, in merged cells, and the labels below them. A title is one merged
 * cell; a row of groups has several, or one beside a label that takes both rows.
 */
export function joinedLabels(merged: readonly MergedCells[], take: (row: PlacedRow) => void): (row: PlacedRow) => void {
  const groups = groupRow(merged);
  let above: (string | undefined)[] | null = null;
  return (row) => {
    if (row.place === groups) {
      above = [...row.cells];
      for (const { row: top, from, to } of merged)
        if (top === groups) for (let at = from; at <= to; at += 1) above[at] = row.cells[from];
      return;
    }
    const labels = row.place === (groups ?? 0) + 1 ? above : null;
    above = null;
    const width = Math.max(labels?.length ?? 0, row.cells.length);
    const cells = labels ? Array.from({ length: width }, (_, at) => joined(labels[at], row.cells[at])) : row.cells;
    take({ ...row, cells });
  };
}

/** The row of labels of groups; null: there is none. */
function groupRow(merged: readonly MergedCells[]): number | null {
  for (const row of [...new Set(merged.map((each) => each.row))].sort((a, b) => a - b)) {
    const own = merged.filter((each) => each.row === row);
    const wide = own.filter(({ from, to, toRow }) => to > from && toRow === row).length;
    const tall = own.filter(({ from, to, toRow }) => from === to && toRow === row + 1).length;
    if (wide > 1 || (wide === 1 && tall > 0)) return row;
  }
  return null;
}

/** Two cells of the table as one. */
function joined(above: string | undefined, below: string | undefined): string | undefined {
  const parts = [above, below]
    .filter((cell) => cell !== undefined && cell !== "")
    .map((cell) => plainOf(cell as string));
  return parts.length === 0 ? undefined : textCell(parts.join(" "));
}

const plainOf = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
