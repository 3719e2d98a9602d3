import { rowSource } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";

/** A chart reads so many rows at most: all of a small table, and parts of a larger one. */
export const CHART_ROWS = 300_000;
const PARTS = 30;

/** The rows that a chart is made of, as a FROM clause, and how many they are: parts at equal distances. */
export function chartSource(table: RegisteredTable): { readonly source: string; readonly read: number } {
  const { rows } = table;
  if (rows <= CHART_ROWS) return { source: rowSource(table), read: rows };
  const size = CHART_ROWS / PARTS;
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const after = Math.floor((part * (rows - size)) / (PARTS - 1));
    return `SELECT source.* FROM ${rowSource(table, { after, upTo: after + size })}`;
  });
  return { source: `(${parts.join(" UNION ALL ")}) AS source`, read: CHART_ROWS };
}
