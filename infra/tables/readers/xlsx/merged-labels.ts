import { canBeLabel } from "../../csv/head/find-table.ts";
import { headerEvidence } from "../../csv/head/header-evidence.ts";
import type { PlacedRow } from "../grown-table.ts";
import { type TableWriter, textCell } from "../table-writer.ts";

/** Cells that are shown as one: rows from 1 and columns from 0, both ends included. */
export type MergedCells = { readonly row: number; readonly toRow: number; readonly from: number; readonly to: number };

/** Rows in which labels may be; below them merged cells are those of rows. */
const LAST_ROW = 20;
/** Longer than what names merged cells. */
const OVERLAP = 200;
const MAX_MERGED = 10_000;
/** Rows that are compared with their labels. */
const COMPARED_ROWS = 50;
const COMPARED_CHARACTERS = 1_000_000;

/** The merged cells of the first rows of a sheet. They stand behind its rows. */
export async function mergedCells(bytes: AsyncIterable<Buffer>, out: TableWriter): Promise<MergedCells[]> {
  const found = new Map<string, MergedCells>();
  let before = "";
  for await (const chunk of bytes) {
    out.unpacked(chunk.length);
    const text = before + chunk.toString("latin1");
    if (text.includes("mergeCell "))
      for (const [, ref = "", left = "", top = "", right = "", bottom = ""] of text.matchAll(
        /<(?:\w+:)?mergeCell ref="(([A-Z]{1,3})(\d{1,8}):([A-Z]{1,3})(\d{1,8}))"/g,
      ))
        if (Number(bottom) <= LAST_ROW && found.size < MAX_MERGED)
          found.set(ref, { row: Number(top), toRow: Number(bottom), from: columnAt(left), to: columnAt(right) });
    before = text.slice(-OVERLAP);
    await out.pause();
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
 * cell; a row of groups has several, or one beside a label that takes both rows. It is the first row with more than a
 * title, and the rows below say that the next one has their labels: any others are rows, whatever is merged in them.
 */
export class JoinedLabels {
  readonly #merged: readonly MergedCells[];
  readonly #take: (row: PlacedRow) => void;
  #state: "titles" | "labels" | "rows" = "titles";
  /** From the row that may have groups on. */
  #waiting: PlacedRow[] = [];
  #characters = 0;

  constructor(merged: readonly MergedCells[], take: (row: PlacedRow) => void) {
    this.#merged = merged;
    this.#take = take;
  }

  /** Takes the next row of the sheet. */
  row(row: PlacedRow): void {
    if (this.#state === "titles" && row.cells.size > 1)
      this.#state = isOfGroups(this.#merged, row.place) ? "labels" : "rows";
    if (this.#state !== "labels") return this.#take(row);
    this.#waiting.push(row);
    for (const cell of row.cells.values()) this.#characters += cell.length;
    if (this.#waiting.length > COMPARED_ROWS || this.#characters > COMPARED_CHARACTERS) this.end();
  }

  /** Passes on the rows that wait for others. */
  end(): void {
    const [groups, labels, ...rows] = this.#waiting;
    this.#state = "rows";
    this.#waiting = [];
    if (groups && labels && isHeader(groups, labels, rows)) this.#take(this.#joined(groups, labels));
    else for (const row of [groups, labels]) if (row) this.#take(row);
    for (const row of rows) this.#take(row);
  }

  #joined({ cells: groups, place }: PlacedRow, { cells: labels, place: below }: PlacedRow): PlacedRow {
    const above = new Map(groups);
    const last = Math.max(...labels.keys());
    for (const { row, from, to } of this.#merged)
      if (row === place)
        for (let at = from + 1; at <= Math.min(to, last); at += 1) above.set(at, groups.get(from) ?? "");
    const columns = [...new Set([...above.keys(), ...labels.keys()])];
    const cells = columns.map((at) => [at, joined(above.get(at), labels.get(at))] as const);
    return { cells: new Map(cells.filter(([, cell]) => cell !== "")), place: below };
  }
}

/** Whether merged cells of a row may be those of groups of columns. */
function isOfGroups(merged: readonly MergedCells[], row: number): boolean {
  const own = merged.filter((each) => each.row === row);
  const wide = own.filter(({ from, to, toRow }) => to > from && toRow === row).length;
  const tall = own.filter(({ from, to, toRow }) => from === to && toRow === row + 1).length;
  return wide > 1 || (wide === 1 && tall > 0);
}

/** Whether the rows show that the row directly below the groups has their labels. */
function isHeader(groups: PlacedRow, labels: PlacedRow, rows: readonly PlacedRow[]): boolean {
  if (labels.place !== groups.place + 1) return false;
  const above = [...groups.cells.values(), ...labels.cells.values()];
  if (!above.every((cell) => cell.startsWith('"') || canBeLabel(cell))) return false;
  const width = Math.max(...labels.cells.keys()) + 1;
  const textsOf = ({ cells }: PlacedRow) => Array.from({ length: width }, (_, at) => plainOf(cells.get(at) ?? ""));
  const { names, data } = headerEvidence(textsOf(labels), rows.map(textsOf));
  return names > 0 && data === 0;
}

/** Two cells of the table as one. */
function joined(above = "", below = ""): string {
  const parts = [above, below].filter((cell) => cell !== "").map(plainOf);
  return parts.length === 0 ? "" : textCell(parts.join(" "));
}

const plainOf = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
