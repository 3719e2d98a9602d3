import type { TableWriter } from "./table-writer.ts";

/** Rows whose columns are collected before the first is written. */
const FIRST_ROWS = 1_000;
const FIRST_CHARACTERS = 4_000_000;

/** A row of a file: its cells by position, and its place in the file, from 1. Places grow. */
export type PlacedRow = { readonly cells: readonly (string | undefined)[]; readonly place: number };

/**
 * Writes rows with as many cells as the widest of the file has. Nearly always that is one of the first; if a later one
 * is wider, `read` is called again when the width is known. `header`: the line of labels, written before the rows.
 */
export async function writeGrown(
  out: TableWriter,
  read: (take: (row: PlacedRow) => void) => Promise<void>,
  header?: () => readonly string[],
): Promise<void> {
  const known = await attempt(out, read, header, null);
  if (known === null) return;
  out.restart();
  await attempt(out, read, header, known);
}

/** `width` null: that of the first rows. Returns the width of the file if it is larger, or null: all is written. */
async function attempt(
  out: TableWriter,
  read: (take: (row: PlacedRow) => void) => Promise<void>,
  header: (() => readonly string[]) | undefined,
  width: number | null,
): Promise<number | null> {
  const first: PlacedRow[] = [];
  let characters = 0;
  let widest = width ?? 0;
  let written = width;
  let line = 1;
  const write = ({ cells, place }: PlacedRow) => {
    for (; line < place; line += 1) out.row([]);
    out.row(padded(cells, written as number));
    line += 1;
  };
  const begin = () => {
    written ??= widest;
    if (header) out.row(padded(header(), written));
    for (const row of first) write(row);
    first.length = 0;
  };
  if (width !== null) begin();
  await read((row) => {
    widest = Math.max(widest, row.cells.length);
    if (written === null) {
      first.push(row);
      for (const cell of row.cells) characters += cell?.length ?? 0;
      if (first.length >= FIRST_ROWS || characters > FIRST_CHARACTERS) begin();
    } else if (widest <= written) write(row);
    // The rest is only read to learn its width.
    else if (out.isPart) out.full = true;
  });
  if (written === null) begin();
  if (widest > (written ?? 0)) return widest;
  out.close();
  return null;
}

function padded(cells: readonly (string | undefined)[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => cells[at] ?? "");
}
