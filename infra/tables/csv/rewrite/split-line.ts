/**
 * How lines are divided that the scanner does not read as they are. `text`: by a text between cells. `spaces`: by one or more
 * spaces, or by so many at least. `places`: cells begin at these characters, the first one at 0.
 */
export type LineFormat =
  | { readonly kind: "text"; readonly between: string }
  | { readonly kind: "spaces"; readonly least: number }
  | { readonly kind: "places"; readonly starts: readonly number[] };

/** The cells of a line, without spaces at their ends. */
export function splitLine(format: LineFormat, line: string): string[] {
  switch (format.kind) {
    case "text":
      return splitOutsideQuotes(line, format.between);
    case "spaces": {
      const runs = format.least === 1 ? /[ \t]+/ : /[ \t]{2,}|\t/;
      return line.trim().split(runs);
    }
    case "places":
      return format.starts.map((start, at) => line.slice(start, format.starts[at + 1]).trim());
  }
}

/** A cell that begins with a quote ends with one; two of them inside are one. One that is not closed takes the rest of the line. */
function splitOutsideQuotes(line: string, between: string): string[] {
  const cells: string[] = [];
  for (let at = 0; ;) {
    let start = at;
    while (line[start] === " ") start += 1;
    const isQuoted = line[start] === '"';
    const quoted = isQuoted ? quotedCell(line, start, between) : null;
    const next = isQuoted ? -1 : line.indexOf(between, at);
    const end = quoted?.end ?? (next < 0 ? line.length : next);
    cells.push(quoted?.text ?? line.slice(at, end).trim());
    if (end >= line.length) return cells;
    at = end + between.length;
  }
}

/** The text between the quotes of a cell that begins at `at`, and where the cell ends; null: no quote closes it there. */
function quotedCell(line: string, at: number, between: string): { text: string; end: number } | null {
  let close = line.indexOf('"', at + 1);
  while (close >= 0 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
  if (close < 0) return null;
  let end = close + 1;
  while (line[end] === " ") end += 1;
  if (end < line.length && !line.startsWith(between, end)) return null;
  return { text: line.slice(at + 1, close).replaceAll('""', '"'), end };
}

/** A line in the usual dialect: commas between cells, quotes where they are needed. */
export function usualLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}
