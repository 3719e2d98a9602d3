import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";

/** Rows of a list in memory at a time. */
const AT_ONCE = 500;
/** What spreadsheets run as a formula. */
const FORMULA = /^[\uFEFF "']*[-=+@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A line of RFC 4180. A cell that a spreadsheet would run is text to it. */
export function csvLine(cells: readonly unknown[]): string {
  const texts = cells.map((cell) => {
    const text = String(cell ?? "");
    const safe = typeof cell === "string" && FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${texts.join(",")}\r\n`;
}

/** A whole list as CSV, read page by page while it is sent. */
export async function* csvOfList<T>(
  heads: readonly string[],
  {
    read,
    cells,
  }: {
    readonly read: (range: ListRange) => Promise<CursorPage<T>>;
    readonly cells: (item: T) => readonly unknown[];
  },
): AsyncGenerator<string> {
  yield csvLine(heads);
  for (let after: ListRange["after"] = null; ;) {
    const page: CursorPage<T> = await read({ limit: AT_ONCE, offset: 0, after });
    if (page.items.length > 0) yield page.items.map((item) => csvLine(cells(item))).join("");
    if (page.next === null) return;
    after = page.next;
  }
}
