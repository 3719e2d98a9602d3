import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonValue } from "#domain/core/values/json.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { physicalName } from "../registry.ts";
import { previewTable } from "../stream/preview-table.ts";
import { tableMigrations } from "../table-migrations.ts";
import { openPull, type OpenPullOptions } from "./pull-table.ts";

type Rows = readonly Record<string, JsonValue>[];

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
});
afterAll(() => db?.drop());

async function pull(rows: Rows, options: Partial<OpenPullOptions> = {}, evenIfSame = false): Promise<TableVersion> {
  const opened = await openPull({ pool: db.pool, physical: physicalName(), runId: "run-1", ...options });
  try {
    await opened.write(rows);
    return await opened.finish({ evenIfSame });
  } finally {
    await opened.abort();
  }
}

/** Tables that exist, readable or not. */
const tables = async () =>
  (await db.pool.query("SELECT FROM pg_tables WHERE schemaname IN ('data', 'staging')")).rowCount;

/** Columns with their types, and rows as readers get them. */
async function content({ physical, columns }: TableVersion): Promise<unknown> {
  const found = await previewTable({ pool: db.pool, physical, from: "first", limit: 1000 });
  return [columns, found === "too-slow" ? found : found?.lines];
}

const base: Rows = [
  { id: 1, v: "a", n: 1.5 },
  { id: 2, v: "b", n: null },
];
const big: Rows = Array.from({ length: 4_000 }, (_, id) => ({ id, filling: "x".repeat(500) }));

test.each<[string, Rows, Rows, { readonly same: boolean }]>([
  ["the same rows", base, base, { same: true }],
  ["no rows", [], [], { same: true }],
  ["rows without a field", [{}], [{}], { same: true }],
  ["rows that were stored while they came", big, big, { same: true }],
  ["another value in the last of many rows", big, [...big.slice(1), { id: 0, filling: "y" }], { same: false }],
  ["another order", base, base.toReversed(), { same: false }],
  ["another value", base, [base[0]!, { ...base[1], v: "c" }], { same: false }],
  ["another type, the same text", base, base.map((row) => ({ ...row, id: String(row["id"]) + "x" })), { same: false }],
  ["a text in place of a number", [{ a: 1 }, { a: "x" }], [{ a: "1" }, { a: "y" }], { same: false }],
  ["a field more", base, base.map((row) => ({ ...row, more: null })), { same: false }],
  ["another order of fields", base, base.map(({ id, ...row }) => ({ ...row, id: id! })), { same: false }],
  ["a row less", base, base.slice(1), { same: false }],
  ["a row more", base, [...base, base[1]!], { same: false }],
  ["an empty text in place of nothing", [{ a: null, b: 1 }], [{ a: "", b: 1 }], { same: false }],
])("a table that is replaced by %s", async (_, before, rows, { same }) => {
  const earlier = await pull(before);
  const count = await tables();
  const now = await pull(rows, { earlier });
  expect(now.physical === earlier.physical).toBe(same);
  if (same) expect(now).toEqual(earlier);
  expect(await tables()).toBe((count ?? 0) + (same ? 0 : 1));
  expect((await db.pool.query("SELECT FROM registry.tables WHERE state = 'staging'")).rowCount).toBe(0);
});

test.each<[string, Rows, readonly string[], { readonly same: boolean }]>([
  ["no row is added", [], [], { same: true }],
  ["a row is added again", [base[0]!], [], { same: false }],
  ["no row is merged", [], ["id"], { same: true }],
  ["all rows are merged again", base, ["id"], { same: true }],
  ["the last row is merged again", [base[1]!], ["id"], { same: true }],
  ["the first row is merged again, which moves it to the end", [base[0]!], ["id"], { same: false }],
  ["a row is merged with another value", [{ ...base[1], v: "c" }], ["id"], { same: false }],
  ["a row is merged that says nothing of a field", [{ id: 2, v: "b" }], ["id"], { same: true }],
  ["a row is merged with a new field", [{ ...base[1], more: 1 }], ["id"], { same: false }],
])("of a table that is continued, when %s", async (_, rows, key, { same }) => {
  const earlier = await pull(base);
  const count = await tables();
  const now = await pull(rows, { base: earlier, earlier, key, runId: "run-2" });
  expect(now.physical === earlier.physical).toBe(same);
  expect(await tables()).toBe((count ?? 0) + (same ? 0 : 1));
});

test("rows that were merged by their key are not taken for the same rows without a key", async () => {
  const twice = [{ id: 1 }, { id: 1 }];
  const merged = await pull(twice, { key: ["id"] });
  const replaced = await pull(twice, { earlier: merged });
  expect([merged.rows, replaced.rows]).toEqual([1, 2]);
});

test("a table is made for the same rows if it is asked for", async () => {
  const earlier = await pull(base);
  expect((await pull(base, { earlier }, true)).physical).not.toBe(earlier.physical);
});

test("a table that is gone is made again", async () => {
  const earlier = await pull(base);
  await db.pool.query("DELETE FROM registry.tables WHERE physical = $1", [earlier.physical]);
  expect((await pull(base, { earlier })).physical).not.toBe(earlier.physical);
});

const cell = fc.oneof(
  fc.constantFrom<JsonValue[]>(null, "", "1", 1, 1.0, 1.5, true, "true", "2026-01-01", "2026-01-01T00:00:00Z", [], {}),
  fc.string({ maxLength: 2, unit: fc.constantFrom("\\", "\t", "\n", "N", "1", '"', "{", ",") }),
);
const someRows = fc.array(fc.dictionary(fc.constantFrom("a", "b", "id"), cell, { noNullPrototype: true }), {
  maxLength: 3,
});

test("whatever the rows are, what counts as the same reads the same", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(someRows, someRows, fc.constantFrom([], ["id"]), fc.boolean(), async (before, rows, key, adds) => {
      const earlier = await pull(before, { key });
      const options = { earlier, key, ...(adds ? { base: earlier } : {}) };
      const kept = await pull(rows, options);
      const made = await pull(rows, options, true);
      const same = kept.physical === earlier.physical;
      if (same) expect(await content(made)).toEqual(await content(earlier));
      if (!adds && JSON.stringify(before) === JSON.stringify(rows)) expect(same).toBe(true);
    }),
    { numRuns: 60, seed: 28 },
  );
});
