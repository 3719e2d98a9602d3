import type { AnyTable } from "#projections/table.ts";
import { lineFault, onOneLine } from "#domain/core/text/lines.ts";

type Row = Readonly<Record<string, unknown>>;
const linesOf = new WeakMap<AnyTable, readonly string[]>();

/** A row of the table with one line in each column that has to be one; the same row if it is so already. */
export function inLines(table: AnyTable, row: Row): Row {
  const changed = columnsOf(table).flatMap((column) => {
    const value = row[column];
    const line = Array.isArray(value) ? value.map(asLine) : asLine(value);
    return isSame(line, value) ? [] : [[column, line] as const];
  });
  return changed.length === 0 ? row : { ...row, ...Object.fromEntries(changed) };
}

function columnsOf(table: AnyTable): readonly string[] {
  const known = linesOf.get(table);
  if (known) return known;
  const columns = Object.keys(table.columns).filter((name) => table.columns[name]?.isLine);
  linesOf.set(table, columns);
  return columns;
}

function asLine(text: unknown): unknown {
  return typeof text === "string" && lineFault(text) !== null ? onOneLine(text) : text;
}

function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) ? one.every((each, at) => each === other[at]) : one === other;
}
