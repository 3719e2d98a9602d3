import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { measureTable } from "./measure-table.ts";
import type { PullRow } from "./pull/pull-lines.ts";
import { openPull } from "./pull/pull-table.ts";
import { physicalName, tableStatistics } from "./registry.ts";
import type { TableStatistics } from "#domain/core/ports/table-statistics.ts";
import { tableMigrations } from "./table-migrations.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
});
afterAll(() => db.drop());

async function pulled(rows: readonly PullRow[]): Promise<string> {
  const pull = await openPull({ pool: db.pool, physical: physicalName(), runId: "run-1" });
  await pull.write(rows);
  return (await pull.finish()).physical;
}

const statistics = (physical: string) => tableStatistics<TableStatistics>(db.pool, physical);

test("a pulled table gets the figures that an upload has, without the columns that are ours", async () => {
  const physical = await pulled([
    { level: 1, place: "Mill" },
    { level: 3, place: null },
    { level: 2, place: "Mill" },
    { level: 2, place: "Weir" },
  ]);
  expect(await statistics(physical)).toBeNull();
  await measureTable(db.pool, physical);
  const taken = await statistics(physical);
  expect(taken).toMatchObject({ rows: 4, sampledRows: null });
  expect(taken!.columns).toMatchObject([
    { name: "level", nulls: 0, min: "1", max: "3", mean: 2 },
    {
      name: "place",
      nulls: 1,
      nullShare: 0.25,
      distinct: 2,
      top: [
        { value: "Mill", count: 2 },
        { value: "Weir", count: 1 },
      ],
    },
  ]);
  expect(taken!.columns[0]!.histogram).toEqual([1, 2, 1]);
});

test("a wide table is measured too, and one without rows", async () => {
  const wide = await pulled([Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`c${at}`, at]))]);
  const empty = await pulled([]);
  for (const physical of [wide, empty]) await measureTable(db.pool, physical);
  expect((await statistics(wide))!.columns).toHaveLength(400);
  expect(await statistics(empty)).toMatchObject({ rows: 0, columns: [] });
});

test("the figures of a wide table cost no more for a cell than those of a narrow one", async () => {
  const table = (columns: number, rows: number) =>
    Array.from({ length: rows }, (_, row) =>
      Object.fromEntries(
        Array.from({ length: columns }, (_, at) => [`c${at}`, at % 2 === 0 ? (row * at) % 97 : `t${(row * at) % 97}`]),
      ),
    );
  const measured = async (rows: readonly PullRow[]) => {
    const physical = await pulled(rows);
    const begun = performance.now();
    await measureTable(db.pool, physical);
    return { physical, ms: performance.now() - begun };
  };
  // Other work may slow one of them down: the least ratio counts.
  let ratio = Infinity;
  for (let round = 0; round < 3 && ratio >= 6; round += 1) {
    const [narrow, wide] = [await measured(table(200, 4_800)), await measured(table(1_600, 600))];
    ratio = Math.min(ratio, wide.ms / narrow.ms);
    const taken = await statistics(wide.physical);
    expect(taken!.columns[3]).toMatchObject({ name: "c3", distinct: 97, min: "t0", nulls: 0 });
    expect(taken!.columns[1_598]).toMatchObject({ name: "c1598", distinct: 97, min: "0", max: "96" });
  }
  // Equal numbers of cells; twelve times as long if each column unpacks every row.
  expect(ratio).toBeLessThan(6);
}, 180_000);

test("what is gone is left alone, and what is measured is not measured again", async () => {
  await measureTable(db.pool, physicalName());
  const physical = await pulled([{ a: 1 }]);
  await db.pool.query('UPDATE registry.tables SET statistics = \'{"rows": 7, "columns": []}\' WHERE physical = $1', [
    physical,
  ]);
  await measureTable(db.pool, physical);
  expect(await statistics(physical)).toEqual({ rows: 7, columns: [] });
});
