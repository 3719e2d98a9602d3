import { expect, test } from "vitest";
import type { RegisteredTable } from "../registry.ts";
import { CHART_ROWS, chartSource } from "./chart-source.ts";
import { unitFor } from "./chart-sql.ts";

const table = (rows: number) =>
  ({ physical: `t_${"0".repeat(32)}`, layout: "columns", kind: "dataset", rows }) as RegisteredTable;

test("a large table is read in parts of a bounded size, from its first row to its last", () => {
  expect(chartSource(table(CHART_ROWS)).read).toBe(CHART_ROWS);
  const { source, read } = chartSource(table(10_000_000));
  const parts = [...source.matchAll(/_row_id <= (\d+)/g)].map(([, end]) => Number(end));
  expect([read, parts.length, parts[0], parts.at(-1)]).toEqual([CHART_ROWS, 30, 10_000, 10_000_000]);
  expect(new Set(parts).size).toBe(30);
});

test("a line has at most 400 points, or one for each year", () => {
  expect([60, 3_600, 86_400, 86_400 * 30, 86_400 * 399, 86_400 * 401, 86_400 * 36_500].map(unitFor)).toEqual(
    ["minute", "minute", "hour", "day", "day", "week", "month"].map((unit, at) => (at === 6 ? "year" : unit)),
  );
});
