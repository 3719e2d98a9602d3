import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Column } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { dataTable, physicalName } from "./registry.ts";
import type { TableStatistics } from "#domain/core/ports/table-statistics.ts";
import { measureTable } from "./measure-table.ts";
import { takeStatistics } from "./statistics.ts";
import { tableMigrations } from "./table-migrations.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
});
afterAll(() => db.drop());

/** Statistics of a table whose cells are SQL of the row number `n`, from 1. */
async function measured(
  rows: number,
  cells: Readonly<Record<string, { readonly type: Column["type"]; readonly sql: string }>>,
): Promise<TableStatistics> {
  const physical = physicalName();
  const all = Object.entries(cells);
  const client = await db.pool.connect();
  try {
    await client.query(
      `BEGIN; CREATE TABLE ${dataTable(physical)} AS SELECT n::bigint AS _row_id, ${all.map(([, { type, sql }], at) => `(${sql})::${type} AS c${at}`).join(", ")} FROM generate_series(1, ${rows}) AS n`,
    );
    const columns = all.map(([name, { type }]) => ({ name, label: name, type }));
    const table = { physical, kind: "dataset", layout: "columns", columns, rows, contentHash: "" } as const;
    const statistics = await takeStatistics(client, table, { measuredCells: MEASURED_CELLS });
    await client.query("ROLLBACK");
    return statistics;
  } finally {
    client.release();
  }
}

const MEASURED_CELLS = 4_000_000;

const counts = (statistics: TableStatistics, name: string) =>
  Object.fromEntries(
    statistics.columns.find((column) => column.name === name)!.top.map(({ value, count }) => [value, count]),
  );
const distinct = (statistics: TableStatistics, name: string) =>
  statistics.columns.find((column) => column.name === name)!.distinct!;

test("up to the limit of cells every row counts, whatever the period of the data", async () => {
  const statistics = await measured(600_000, {
    quality: { type: "text", sql: "(array['good', 'suspect', 'missing'])[n % 3 + 1]" },
    station: { type: "text", sql: "'station ' || n % 33" },
    level: { type: "double precision", sql: "n % 6 + 0.5" },
  });
  expect(statistics.sampledRows).toBeNull();
  expect(counts(statistics, "quality")).toEqual({ good: 200_000, suspect: 200_000, missing: 200_000 });
  expect(distinct(statistics, "station")).toBe(33);
  expect(statistics.columns[2]?.histogram?.filter((rows) => rows > 0)).toEqual(new Array(6).fill(100_000));
});

test("of more cells a random sample is taken: shares of periodic data are within six standard errors, whatever the period", async () => {
  const ROWS = 400_000;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 13, max: 1_000 }), { minLength: 4, maxLength: 4 }),
      async (some) => {
        const periods = [2, 3, 4, 5, 6, 7, 8, 12, ...some];
        const statistics = await measured(
          ROWS,
          Object.fromEntries(
            periods.map((period) => [`p${period}`, { type: "bigint" as const, sql: `n % ${period}` }]),
          ),
        );
        const taken = statistics.sampledRows!;
        expect(Math.abs(taken - 100_000)).toBeLessThan(6 * Math.sqrt(100_000));
        for (const period of periods) {
          const share = 1 / period;
          // Among at most a thousand values, the most common may by chance exceed their share.
          const error = 6 * Math.sqrt((share * (1 - share)) / taken);
          for (const count of Object.values(counts(statistics, `p${period}`)))
            expect([period, Math.abs(count / taken - share) < error]).toEqual([period, true]);
          expect([period, distinct(statistics, `p${period}`)]).toEqual([period, period]);
          const bins = statistics.columns.find(({ name }) => name === `p${period}`)!.histogram!;
          expect(bins.reduce((sum, rows) => sum + rows, 0)).toBe(taken);
        }
      },
    ),
    { numRuns: 3 },
  );
}, 120_000);

test("bins of whole numbers begin and end at whole numbers, so that none is empty for want of one", async () => {
  const { columns } = await measured(118, {
    element: { type: "bigint", sql: "n" },
    group: { type: "bigint", sql: "n % 18 + 1" },
    day: { type: "date", sql: "date '2025-01-01' + (n % 31)::int" },
  });
  const [element, group, day] = columns;
  expect([element!.binWidth, element!.histogram]).toEqual([6, [...new Array(19).fill(6), 4]]);
  expect([group!.binWidth, group!.histogram?.length, group!.histogram?.includes(0)]).toEqual([1, 18, false]);
  expect([day!.binWidth, day!.histogram?.length]).toEqual([undefined, 20]);
});

test("how many values there are in all is estimated from a sample", async () => {
  const ROWS = 1_200_000;
  const statistics = await measured(ROWS, {
    id: { type: "bigint", sql: "n" },
    often: { type: "bigint", sql: "n % 40" },
    five: { type: "text", sql: "'batch ' || n / 5" },
    half: { type: "bigint", sql: "CASE WHEN n % 2 = 0 THEN n END" },
    empty: { type: "text", sql: "NULL" },
  });
  expect(statistics.sampledRows).toBeGreaterThan(90_000);
  expect(distinct(statistics, "id")).toBe(ROWS);
  expect(distinct(statistics, "often")).toBe(40);
  expect(Math.abs(distinct(statistics, "five") / 240_001 - 1)).toBeLessThan(0.1);
  expect(distinct(statistics, "half")).toBe(ROWS / 2);
  expect(distinct(statistics, "empty")).toBe(0);
  expect(statistics.columns.map(({ nullShare }) => nullShare)).toEqual([0, 0, 0, 0.5, 1]);
  expect(statistics.columns[0]).toMatchObject({ min: "1", max: String(ROWS), mean: (ROWS + 1) / 2 });
});

test("figures of a sample that took every nth row are forgotten, those of all rows stay", async () => {
  const [old, whole] = [physicalName(), physicalName()];
  const column = {
    name: "quality",
    nulls: 0,
    nullShare: 0,
    distinct: 1,
    min: "a",
    max: "z",
    mean: null,
    top: [{ value: "missing", count: 9 }],
    histogram: [1],
  };
  for (const [physical, sampledRows] of [
    [old, 9],
    [whole, null],
  ] as const) {
    await db.pool.query(
      "INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, statistics, state, ready_at) VALUES ($1, 'dataset', 'columns', '[]', 18, 0, '', $2, 'ready', now())",
      [physical, JSON.stringify({ rows: 18, sampledRows, columns: [column] })],
    );
  }
  await db.pool.query(tableMigrations.find(({ id }) => id === "tables-004-random-samples")!.sql);
  const { rows } = await db.pool.query<{ statistics: TableStatistics }>(
    "SELECT statistics FROM registry.tables WHERE physical = any($1) ORDER BY physical = $2",
    [[old, whole], whole],
  );
  expect(rows.map(({ statistics }) => statistics)).toEqual([
    { rows: 18, sampledRows: null, columns: [{ ...column, distinct: null, top: [], histogram: null }] },
    { rows: 18, sampledRows: null, columns: [column] },
  ]);
});

test("a table that is dropped between its look-up and its measurement is no fault", async () => {
  const physical = physicalName();
  await db.pool.query(
    "INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, state, ready_at) VALUES ($1, 'dataset', 'columns', '[]', 1, 0, '', 'ready', now())",
    [physical],
  );
  await expect(measureTable(db.pool, physical)).resolves.toBeUndefined();
});
