import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { csvLine, withoutFormula } from "#domain/core/text/writers/csv-line.ts";

/** Rows of a list in memory at a time. */
const AT_ONCE = 500;

export type Cell = string | number | bigint | boolean | null | undefined;

/** A line for spreadsheets, which run no cell of it. */
export function sheetLine(cells: readonly Cell[]): string {
  const texts = cells.map((cell) => (typeof cell === "string" ? withoutFormula(cell) : String(cell ?? "")));
  return csvLine(texts, "\r\n");
}

/** A whole list as CSV, read page by page while it is sent. */
export async function* csvOfList<T>(
  heads: readonly string[],
  {
    read,
    cells,
  }: {
    readonly read: (range: ListRange) => Promise<CursorPage<T>>;
    readonly cells: (item: T) => readonly Cell[];
  },
): AsyncGenerator<string> {
  yield sheetLine(heads);
  for (let after: ListRange["after"] = null; ;) {
    const page: CursorPage<T> = await read({ limit: AT_ONCE, offset: 0, after });
    if (page.items.length > 0) yield page.items.map((item) => sheetLine(cells(item))).join("");
    if (page.next === null) return;
    after = page.next;
  }
}
