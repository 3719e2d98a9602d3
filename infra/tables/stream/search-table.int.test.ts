import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RowsSearched } from "#domain/core/ports/work-ports.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { loadCsv } from "../load/load-csv.ts";
import { physicalName } from "../registry.ts";
import { tableMigrations } from "../table-migrations.ts";
import { searchTable } from "./search-table.ts";

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  folder = await mkdtemp(path.join(tmpdir(), "search-table-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The physical name of a table with numbered rows: their number, then `cell` in every other column. */
async function table({ columns, rows, cell }: { columns: number; rows: number; cell: string }): Promise<string> {
  const names = Array.from({ length: columns }, (_, at) => `c${at}x`);
  const lines = Array.from({ length: rows }, (_, n) => [n, ...names.slice(1).map(() => cell)].join(","));
  return load([names.join(","), ...lines].join("\n"));
}

async function load(csv: string): Promise<string> {
  const source = Readable.from([Buffer.from(csv)]);
  const loaded = await loadCsv({ pool: db.pool, source, folder, physical: physicalName() });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.table.physical;
}

async function search(physical: string, query: string, asked: Partial<RowsSearched> = {}) {
  const params = new URLSearchParams(query);
  const found = await searchTable({ pool: db.pool, physical, params, page: 1, columns: null, ...asked });
  if (found === null || found === "too-slow" || !found.ok) throw new Error(JSON.stringify(found));
  return { ...found, numbers: found.preview.rows.map((row) => row["c0x"]) };
}

test.each([
  ["of many columns", { columns: 250, rows: 300, cell: "x" }, 80],
  ["of as many columns as a table takes", { columns: 1_600, rows: 30, cell: "x" }, 12],
  ["of long cells", { columns: 21, rows: 120, cell: "😀".repeat(980) }, 100],
])(
  "each row %s is on one page, in the order asked for",
  async (_, shape, pageRows) => {
    const physical = await table(shape);
    for (const [query, first] of [
      ["order=-c0x", shape.rows - 1],
      ["where.c0x=gte.0", 0],
      ["", 0],
    ] as const) {
      const seen: unknown[] = [];
      for (let page = 1; seen.length < shape.rows && page <= Math.ceil(shape.rows / pageRows); page += 1) {
        const found = await search(physical, query, { page });
        expect([found.pageRows, found.preview.truncated?.rows ?? 0]).toEqual([pageRows, 0]);
        seen.push(...found.numbers);
      }
      expect(seen).toEqual(Array.from({ length: shape.rows }, (_, n) => Math.abs(first - n)));
    }
  },
  60_000,
);

test("long cells are cut so that a whole page has about a million characters", async () => {
  const { preview } = await search(await table({ columns: 21, rows: 120, cell: "y".repeat(980) }), "order=-c0x");
  expect(JSON.stringify(preview.rows).length).toBeLessThan(1_100_000);
  expect(preview.truncated?.cells).toHaveLength(100 * 20);
  expect(preview.truncated?.cells).toContainEqual({ row: 0, column: "c1x", bytes: 980 });
});

test("only the chosen columns are read, so that a page has more rows of a wide table", async () => {
  const physical = await table({ columns: 1_600, rows: 130, cell: "x" });
  const { preview, pageRows, numbers } = await search(physical, "order=-c0x", { columns: ["c7x", "c0x", "nope"] });
  expect([pageRows, numbers.length, numbers[0]]).toEqual([100, 100, 129]);
  expect(preview.columns.map(({ name }) => name)).toEqual(["c0x", "c7x"]);
  expect(Object.keys(preview.rows[0]!)).toEqual(["c0x", "c7x"]);
});

test("a star is found as itself, a double as pages show it, and a text in the first 100,000 characters of a cell", async () => {
  const far = `${"x".repeat(100_000)}beyond`;
  const physical = await load(`c0x,note,share\n1,5* hotel,0.00001\n2,5 star,1e-7\n3,a\\b,1.5e20\n4,${far},\n`);
  for (const [condition, numbers] of [
    ["ilike.*\\**", [1]],
    ["like.*5*t*", [1, 2]],
    ["like.*\\\\*", [3]],
    ["ilike.*0.00001*", [1]],
    ["ilike.*1e-05*", [1]],
    ["ilike.*1e-7*", [2]],
    ["ilike.*150000000000000000000*", [3]],
    ["like.*beyond*", []],
    ["like.*x*", [4]],
  ] as const)
    expect([condition, (await search(physical, `where.*=${encodeURIComponent(condition)}`)).numbers]).toEqual([
      condition,
      numbers,
    ]);
});
