import { lineFault, onOneLine } from "#domain/core/text/lines.ts";
type Row = Readonly<Record<string, unknown>>;

/** A row with one line in each of these columns. */
export function inLines(row: Row, columns: readonly string[]): Row {
  const changed = columns.flatMap((column) => {
    const value = row[column];
    const line = Array.isArray(value) ? value.map(asLine) : asLine(value);
    return isSame(line, value) ? [] : [[column, line] as const];
  });
  return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) };
}

function asLine(text: unknown): unknown {
  return typeof text === "string" && lineFault(text) !== null ? onOneLine(text) : text;
}

function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? one.every((each, at) => each === other[at]) : one === other;
}
