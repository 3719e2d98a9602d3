/** What a reader of CSV would take for the end of a cell or a line. */
const NEEDS_QUOTES = /[",\r\n]/;
/** What spreadsheets run as a formula. */
const FORMULA = /^[\uFEFF "']*[-=+@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A line of CSV (RFC 4180) with its end: `\r\n` as the standard has it, or `\n` as Postgres does. */
export function csvLine(cells: readonly string[], end: "\r\n" | "\n"): string {
  return `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}${end}`;
}

/** A cell that a spreadsheet would run, as a text that it shows. */
export function withoutFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
