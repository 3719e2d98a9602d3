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

/** A cell that begins with a quote ends with one; two of them inside are one. */
function splitOutsideQuotes(line: string, between: string): string[] {
  const cells: string[] = [];
  for (let at = 0; ;) {
    const quoted = /^ *"((?:[^"]|"")*)" *$/;
    let end = line.indexOf(between, at);
    while (line[at] === '"' && end >= 0 && !quoted.test(line.slice(at, end))) end = line.indexOf(between, end + 1);
    const cell = line.slice(at, end < 0 ? line.length : end);
    const inner = quoted.exec(cell)?.[1];
    cells.push(inner === undefined ? cell.trim() : inner.replaceAll('""', '"'));
    if (end < 0) return cells;
    at = end + between.length;
  }
}

/** A line in the usual dialect: commas between cells, quotes where they are needed. */
export function usualLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}
