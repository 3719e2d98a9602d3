import { tooManyColumns } from "../csv/plan.ts";
import { FileFault } from "./file-fault.ts";
import type { TableWriter } from "./table-writer.ts";

/** Rows whose columns are collected before the first is written. */
const FIRST_ROWS = 1_000;
const FIRST_CHARACTERS = 4_000_000;
/** Columns without a cell that are written: a cell far from all others does not fill the space between. */
const MAX_GAPS = 100;

/** A row of a file: its cells by position, from 0, and its place in the file, from 1. Places grow. */
export type PlacedRow = { readonly cells: ReadonlyMap<number, string>; readonly place: number };

type Read = (take: (row: PlacedRow) => void) => Promise<void>;
type Header = () => readonly string[];

/**
 * Writes rows with a cell for each column of the file. Nearly always the first rows show all columns; if a later one has
 * another, `read` is called again when all are known. `header`: the line of labels, written before the rows. Throws a
 * `FileFault` if there are more columns than a table may have.
 */
export async function writeGrown(out: TableWriter, read: Read, header?: Header): Promise<void> {
  const used = new Set<number>();
  if (await attempt(out, read, header, used, false)) return;
  out.restart();
  await attempt(out, read, header, used, true);
}

/** `isKnown`: `used` has all columns of the file; otherwise they are added to it. Whether all is written. */
async function attempt(
  out: TableWriter,
  read: Read,
  header: Header | undefined,
  used: Set<number>,
  isKnown: boolean,
): Promise<boolean> {
  const first: PlacedRow[] = [];
  let characters = 0;
  let columns: readonly number[] | null = null;
  let known = 0;
  let line = 1;
  const write = ({ cells, place }: PlacedRow) => {
    for (; line < place; line += 1) out.row([]);
    out.row((columns ?? []).map((at) => cells.get(at) ?? ""));
    line += 1;
  };
  const begin = () => {
    known = used.size;
    columns = columnsOf(used);
    const labels = header?.();
    if (labels) out.row(columns.map((at) => labels[at] ?? ""));
    for (const row of first) write(row);
    first.length = 0;
  };
  if (isKnown) begin();
  await read((row) => {
    for (const at of row.cells.keys()) used.add(at);
    if (used.size > out.limits.maxColumns) throw new FileFault(tooManyColumns(used.size, out.limits));
    if (columns === null) {
      first.push(row);
      for (const cell of row.cells.values()) characters += cell.length;
      if (first.length >= FIRST_ROWS || characters > FIRST_CHARACTERS) begin();
    } else if (used.size === known) write(row);
    // The rest is only read to learn its columns.
    else if (out.isPart) out.full = true;
  });
  if (columns === null) begin();
  if (used.size > known) return false;
  out.close();
  return true;
}

/** The positions that are written: those up to the last one with a cell, or without the gaps if these are many. */
function columnsOf(used: ReadonlySet<number>): number[] {
  const columns = [...used].sort((a, b) => a - b);
  const width = (columns.at(-1) ?? -1) + 1;
  return width - columns.length > MAX_GAPS ? columns : Array.from({ length: width }, (_, at) => at);
}
