import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";

export type CsvCell = string | number | null;

/** Rows of a page of an export. */
const ROWS_PER_READ = 500;

/** A line of CSV. A text that spreadsheets would run as a formula begins with an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole list as CSV, read page by page while it is sent. */
export async function* csvOfList<T>(
  heads: readonly string[],
  {
    read,
    cells,
  }: { readonly read: (range: ListRange) => Promise<CursorPage<T>>; readonly cells: (item: T) => readonly CsvCell[] },
): AsyncGenerator<string> {
  yield csvLine(heads);
  for (let after: ListRange["after"] = null; ;) {
    const page: CursorPage<T> = await read({ limit: ROWS_PER_READ, offset: 0, after });
    if (page.items.length > 0) yield page.items.map((item) => csvLine(cells(item))).join("");
    if (page.next === null) return;
    after = page.next;
  }
}
