import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "#domain/core/values/json.ts";
import { type Cell, JsonCell } from "#domain/connector-language/json/cells.ts";
import { ExactNumber } from "#domain/connector-language/json/json.ts";
import { startProfile } from "#domain/connector-language/table/column-types.ts";
import { Row } from "#domain/connector-language/table/row.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { previewTable } from "../stream/preview-table.ts";
import type { PullRow } from "./pull-lines.ts";
import { openPull, type OpenPullOptions } from "./pull-table.ts";
import { findTable, physicalName } from "../registry.ts";
import { dropTable, sweepStaging } from "../remove-tables.ts";
import { tableMigrations } from "../table-migrations.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
});
afterAll(() => db.drop());

async function pull(batches: readonly (readonly PullRow[])[], options: Partial<OpenPullOptions> = {}) {
  const opened = await openPull({ pool: db.pool, physical: physicalName(), runId: "run-1", ...options });
  try {
    for (const batch of batches) await opened.write(batch);
    return await opened.finish();
  } finally {
    await opened.abort();
  }
}

/** More rows than are buffered before the typed table is begun. */
const many = (from: number, to: number, more: (id: number) => Record<string, JsonValue> = () => ({})) =>
  Array.from({ length: to - from }, (_, index) => ({
    id: from + index,
    filling: "x".repeat(500),
    ...more(from + index),
  }));

const ids = async (table: { physical: string }) => {
  const { rows } = await db.pool.query<{ row: string; id: string }>(
    `SELECT _row_id AS row, c0 AS id FROM data.${table.physical} ORDER BY _row_id`,
  );
  return rows.map(({ row, id }) => [Number(row), Number(id)]);
};

async function preview(table: { physical: string }, from: "first" | "latest", limit: number) {
  const found = await previewTable({ pool: db.pool, physical: table.physical, from, limit });
  if (found === "too-slow") throw new Error("The preview was too slow");
  return found;
}

async function read(table: { physical: string }) {
  return (await preview(table, "first", 100))?.rows;
}

function rowOf(...fields: readonly (readonly [label: string, cell: Cell])[]): Row {
  const row = new Row();
  for (const [label, cell] of fields) row.add(label, cell);
  return row;
}

test.each([
  ["userName", "username"],
  ["user name", "user_name"],
])("a table that is replaced has %s and %s under the same names, whatever their order", async (one, other) => {
  const names = (table: { columns: readonly { label: string; name: string }[] }) =>
    Object.fromEntries(table.columns.map(({ label, name }) => [label, name]));
  const first = await pull([[{ id: 1, [one]: "Ann A.", [other]: "ann" }]]);
  const second = await pull([[{ [other]: "bo", new: 1, id: 2, [one]: "Bo B." }]], {
    before: { columns: first.columns, stay: false },
  });
  expect(names(second)).toEqual({ ...names(first), new: "new" });
  expect(await read(second)).toEqual([
    { id: 2, new: 1, [names(first)[one] ?? ""]: "Bo B.", [names(first)[other] ?? ""]: "bo" },
  ]);
  const third = await pull([[{ [`${other}_2`]: 1, [one]: "x" }]], { before: { columns: second.columns, stay: false } });
  expect(names(third)[one]).toBe(names(first)[one]);
  expect(Object.values(names(second))).not.toContain(names(third)[`${other}_2`]);
});

describe("types over everything seen", () => {
  test.each([
    ["integers", [1, 2], "bigint"],
    ["integers and decimals", [1, 2.5], "double precision"],
    ["a decimal and an integer beyond 2^53", [0.5, 9007199254740993n], "text"],
    ["an integer that a bigint does not hold", [new ExactNumber("12345678901234567890"), 1], "text"],
    ["truth values", [true, null, false], "boolean"],
    ["ISO dates", ["2024-01-31", "2024-02-29"], "date"],
    ["date-times with zone", ["2024-01-31T10:00:00Z", "2024-01-31T10:00:00+02:00"], "timestamptz"],
    ["date-times without", ["2024-01-31T10:00:00", "2024-01-31T10:00:01.5"], "timestamp"],
    ["one that is no date", ["2024-01-31", "2024-02-30"], "text"],
    ["digits in strings", ["007", "1"], "text"],
    ["arrays", [new JsonCell('["a","b"]'), new JsonCell("[]")], "jsonb"],
    ["numbers and words", [1, "one"], "text"],
    ["nothing at all", [null, null], "text"],
  ] as const)("%s", async (_, values: readonly Cell[], type) => {
    const table = await pull([values.map((value) => rowOf(["v", value]))]);
    expect(table.columns).toEqual([{ name: "v", label: "v", type }]);
    expect(table.rows).toBe(values.length);
  });
});

test("labels that an API makes of 100 kB are cut, stay apart, and are the same columns with the next pull", async () => {
  const [one, other] = ["a", "b"].map((end) => "x".repeat(100_000) + end) as [string, string];
  const first = await pull([[{ id: 1, [one]: 1, [other]: 2 }]]);
  expect(first.columns.map(({ label }) => label.length <= 500)).toEqual([true, true, true]);
  const next = await pull([[{ id: 2, [one]: 3, [other]: 4 }]], { base: first });
  expect(next.columns).toEqual(first.columns);
  expect((await read(next))?.map((row) => Object.values(row))).toEqual([
    [1, 1, 2],
    [2, 3, 4],
  ]);
  const merged = await pull([[{ [one]: 1, [other]: 5 }]], { base: first, key: [one] });
  expect(merged.rows).toBe(1);
});

test("values come back as they went in, lists and objects of plain records too", async () => {
  const row = {
    list: ["a", { b: 1 }],
    big: 9007199254740993n,
    at: "2024-01-31T10:00:00+02:00",
    day: "2024-01-31",
    text: "007",
    yes: true,
    none: null,
  };
  const table = await pull([[row]]);
  expect(await read(table)).toEqual([{ ...row, big: "9007199254740993", at: "2024-01-31T08:00:00Z" }]);
});

test("columns that come late are empty before, and every row knows its run", async () => {
  const table = await pull([[{ a: 1 }], [{ a: 2, "b c": 'x"\\\t\n,{}' }, { "b c": null }]]);
  expect(table.columns.map((column) => column.name)).toEqual(["a", "b_c"]);
  expect(await read(table)).toEqual([
    { a: 1, b_c: null },
    { a: 2, b_c: 'x"\\\t\n,{}' },
    { a: null, b_c: null },
  ]);
  const { rows } = await db.pool.query(`SELECT _row_id::int, _run_id FROM data.${table.physical} ORDER BY 1`);
  expect(rows).toEqual([1, 2, 3].map((_row_id) => ({ _row_id, _run_id: "run-1" })));
});

test("rows of the earlier version come first; its columns stay, widened where new rows ask for it", async () => {
  const first = await pull([[{ id: 1, n: 5, gone: "2024-05-01T10:00:00Z" }]]);
  const second = await pull([[{ id: 2, n: 0.5, gone: "soon", new: true }]], { base: first, runId: "run-2" });
  expect(second.columns).toEqual([
    { name: "id", label: "id", type: "bigint" },
    { name: "n", label: "n", type: "double precision" },
    { name: "gone", label: "gone", type: "text" },
    { name: "new", label: "new", type: "boolean" },
  ]);
  expect(await read(second)).toEqual([
    { id: 1, n: 5, gone: "2024-05-01T10:00:00Z", new: null },
    { id: 2, n: 0.5, gone: "soon", new: true },
  ]);
  expect(await read(first)).toEqual([{ id: 1, n: 5, gone: "2024-05-01T10:00:00Z" }]);
  const { rows } = await db.pool.query(`SELECT _run_id FROM data.${second.physical} ORDER BY _row_id`);
  expect(rows).toEqual([{ _run_id: "run-1" }, { _run_id: "run-2" }]);
});

test("with a key the newer row of two stays, rows without a key all do", async () => {
  const first = await pull([
    [
      { id: 1, v: "old" },
      { id: 2, v: "kept" },
    ],
  ]);
  const rows = [
    { id: 1, v: "new" },
    { id: 3, v: "a" },
    { id: 3, v: "b" },
    { id: null, v: "c" },
    { id: null, v: "d" },
  ];
  const merged = await pull([rows], { base: first, key: ["id"], runId: "run-2" });
  expect((await read(merged))?.map((row) => row["v"])).toEqual(["kept", "new", "b", "c", "d"]);
});

test.each([
  ["no row, no key", [], [], 0],
  ["no row, with a key", [], ["id"], 0],
  ["rows without a field", [{}, {}], [], 2],
  ["rows without a field, with a key", [{}, {}], ["id"], 2],
  ["rows whose fields come late", [{}, { id: 1 }], [], 2],
] as const)("a pull may bring no column at all: %s", async (_, rows: readonly PullRow[], key, count) => {
  const first = await pull([rows], { key });
  expect(first.rows).toBe(count);
  expect((await read(first))?.length).toBe(count);
  const again = await pull([[], rows], { key, base: first, runId: "run-2" });
  expect(again.rows).toBe(count * 2);
  const later = await pull([[{ id: 7, v: "x" }]], { key, base: first, runId: "run-3" });
  expect((await read(later))?.at(-1)).toEqual({ id: 7, v: "x" });
});

test("more than 300 columns, and a wide table continued; over 1,600 are refused", async () => {
  const wide = (count: number, value: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, value + i]));
  const narrow = await pull([[wide(299, 0)]]);
  const first = await pull([[wide(301, 1)]], { base: narrow });
  const second = await pull([[wide(1600, 2)]], { base: first });
  expect((await findTable(db.pool, second.physical))?.layout).toBe("array");
  const rows = await read(second);
  expect(rows?.map((row) => [row["f0"], row["f298"], row["f300"], row["f1599"]])).toEqual([
    [0, 298, null, null],
    [1, 299, 301, null],
    [2, 300, 302, 1601],
  ]);
  await expect(pull([[wide(1601, 0)]])).rejects.toMatchObject({
    failure: { code: "too-many-columns", facts: { maxColumns: 1600 } },
  });
});

test("the same rows have the same hash, others another", async () => {
  const [a, b, c] = [
    await pull([[{ x: 1 }], [{ x: 2 }]]),
    await pull([[{ x: 1 }, { x: 2 }]]),
    await pull([[{ x: 2 }, { x: 1 }]]),
  ];
  expect(a.contentHash).toBe(b.contentHash);
  expect(a.contentHash).not.toBe(c.contentHash);
});

test("an unfinished pull cannot be read, and goes by abort or by the sweep; a finished one stays", async () => {
  const hour = 3_600_000;
  await sweepStaging(db.pool, { olderThanMs: -hour });
  const physical = physicalName();
  const left = await openPull({ pool: db.pool, physical, runId: "r" });
  for (let at = 0; at < 9_000; at += 1_000) await left.write(many(at, at + 1_000));
  await expect
    .poll(() =>
      db.pool.query("SELECT FROM pg_tables WHERE tablename = $1", [physical]).then(({ rowCount }) => rowCount),
    )
    .toBe(1);
  expect(await findTable(db.pool, physical)).toBeNull();
  const stopped = await openPull({ pool: db.pool, physical: physicalName(), runId: "r" });
  await stopped.abort();
  const done = await pull([[{ a: 1 }]]);
  expect(await sweepStaging(db.pool, { olderThanMs: hour })).toEqual({ removed: 0, done: true });
  expect(await sweepStaging(db.pool, { olderThanMs: -hour })).toEqual({ removed: 1, done: true });
  await expect(left.finish()).rejects.toThrow();
  await left.abort();
  expect(await read(done)).toEqual([{ a: 1 }]);
  await dropTable(db.pool, done.physical);
  expect(await read(done)).toBeUndefined();
  const { rows } = await db.pool.query("SELECT 1 FROM pg_tables WHERE schemaname = 'staging' OR tablename = $1", [
    done.physical,
  ]);
  expect(rows).toEqual([]);
});

describe("a table that is begun while rows still come", () => {
  test("keeps every value's spelling when a column turns out to be text after all", async () => {
    const batches = [
      many(0, 3_000, () => ({ at: "2024-01-31T10:00:00.500+02:00", n: 1e21 })),
      many(3_000, 6_000),
      many(6_000, 6_001, () => ({ at: "unknown", n: "none" })),
    ];
    const table = await pull(batches);
    expect(table.columns.map(({ type }) => type)).toEqual(["bigint", "text", "text", "text"]);
    const { rows } = await db.pool.query(
      `SELECT DISTINCT c2, c3 FROM data.${table.physical} WHERE c2 IS NOT NULL ORDER BY 1`,
    );
    expect(rows).toEqual([
      { c2: "2024-01-31T10:00:00.500+02:00", c3: "1e+21" },
      { c2: "unknown", c3: "none" },
    ]);
    expect((await ids(table)).length).toBe(6_001);
  });

  test("takes columns that come late, also when it must keep its cells in arrays in the end", async () => {
    const wide = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, `"a\\b"\t${index}`]));
    for (const late of [{ late: true }, wide]) {
      const table = await pull([many(0, 3_000), many(3_000, 6_000), [{ id: 6_000, ...late }], many(6_001, 6_002)]);
      const stored = await preview(table, "latest", 2);
      expect(stored?.rows.find((row) => row["id"] === 6_000)).toMatchObject(late);
      expect(stored?.total).toBe(6_002);
    }
  });

  test("has the rows of the earlier version before its own", async () => {
    const first = await pull([many(0, 10)]);
    const second = await pull([many(10, 3_000), many(3_000, 6_000)], { base: first, runId: "run-2" });
    expect(await ids(second)).toEqual(Array.from({ length: 6_000 }, (_, index) => [index + 1, index]));
    const { rows } = await db.pool.query(
      `SELECT _run_id, count(*)::int AS rows FROM data.${second.physical} GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { _run_id: "run-1", rows: 10 },
      { _run_id: "run-2", rows: 5_990 },
    ]);
  });
});

describe("rows since the last mark", () => {
  test.each([
    ["few", 20],
    ["so many that they are in the table already", 6_000],
  ])("are forgotten, with their columns and types: %s", async (_, count) => {
    const opened = await openPull({ pool: db.pool, physical: physicalName(), runId: "r" });
    await opened.write(many(0, 5));
    await opened.mark();
    for (let at = 0; at < count; at += 1_000)
      await opened.write(many(at, Math.min(count, at + 1_000), () => ({ id: "not a number", wrong: true })));
    await opened.rollBack();
    await opened.write(many(5, 10));
    await opened.mark();
    const table = await opened.finish();
    await opened.abort();
    expect(table.columns.map(({ label, type }) => [label, type])).toEqual([
      ["id", "bigint"],
      ["filling", "text"],
    ]);
    expect(await ids(table)).toEqual(Array.from({ length: 10 }, (_, index) => [index + 1, index]));
    const same = await pull([many(0, 10)]);
    expect(table.contentHash).toBe(same.contentHash);
  });
});

test("a value that a declared type does not hold is said of its column", async () => {
  const profile = new Map([["day", { type: "date" as const, wide: false, fixed: true }]]);
  await expect(pull([[{ day: "soon" }]], { profile })).rejects.toMatchObject({
    failure: { code: "value-does-not-fit", facts: { column: { label: "day", type: "date" } } },
  });
});

describe("a table that is continued", () => {
  const key = ["at"];
  const profile = new Map([["at", { type: "date" as const, wide: false, fixed: true }]]);

  test("keeps the times of a column that is declared to be a date", async () => {
    const first = await pull([[{ at: "2024-05-31T10:00:00Z" }]], { profile });
    const second = await pull([[{ at: "2024-06-01" }]], { profile, base: first });
    expect(second.columns).toMatchObject([{ type: "timestamptz" }]);
    expect(await read(second)).toEqual([{ at: "2024-05-31T10:00:00Z" }, { at: "2024-06-01T00:00:00Z" }]);
  });

  test.each([[1], [400]])("gives a column its type when its first value comes (%i columns)", async (count) => {
    const nothing = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, null]));
    const first = await pull([[nothing, nothing]]);
    const second = await pull([[{ ...nothing, f0: 7 }]], { base: first });
    expect(second.columns[0]).toMatchObject({ label: "f0", type: "bigint" });
    expect(await read(second)).toMatchObject([{ f0: null }, { f0: null }, { f0: 7 }]);
  });

  test.each<[string, Cell, Cell, OpenPullOptions["profile"]]>([
    ["a date, and that day as a time", "2024-05-31", "2024-05-31T02:00:00+02:00", profile],
    [
      "a number, and it with another scale",
      new ExactNumber("1.50"),
      new ExactNumber("1.5"),
      new Map([["at", { type: "numeric", wide: false, fixed: true }]]),
    ],
    ["a large integer, and it among decimals", 1e15, 1e15, new Map()],
  ])("recognises a key in another spelling: %s", async (_, stored, again, declared) => {
    const first = await pull([[rowOf(["at", stored])]], { key, ...(declared ? { profile: declared } : {}) });
    const merged = await pull(
      [[rowOf(["at", again]), rowOf(["at", stored instanceof ExactNumber || typeof stored === "string" ? null : 0.5])]],
      { key, base: first, ...(declared ? { profile: declared } : {}) },
    );
    expect(merged.rows).toBe(2);
  });

  test("recognises a time in a table so wide that its cells are kept as they came", async () => {
    const wide = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`f${index}`, index]));
    const first = await pull([[{ at: "2024-05-31T10:00:00+02:00", ...wide }]], { key });
    expect((await pull([[{ at: "2024-05-31T08:00:00Z", ...wide }]], { key, base: first })).rows).toBe(1);
  });
});

test("a column that is added after the fields has its declared type, in every run", async () => {
  const added = [
    { name: "code", type: "text" as const },
    { name: "at", type: "date" as const },
  ];
  const first = await pull([[rowOf(["id", 1], ["code", "7"], ["at", "2024-05-31"])]], {
    profile: startProfile(null, added),
  });
  const second = await pull([[rowOf(["id", 2], ["code", null], ["at", null])]], { profile: startProfile(null, added) });
  const third = await pull([[rowOf(["id", 3], ["code", "8"], ["at", "2024-06-01"])]], {
    profile: startProfile(null, added),
    base: second,
  });
  for (const { columns } of [first, second, third])
    expect(columns).toMatchObject([{ type: "bigint" }, { type: "text" }, { type: "date" }]);
  const numbers = startProfile(null, [{ name: "sum", type: "number" }]);
  const summed = await pull([[rowOf(["id", 1], ["sum", new ExactNumber("1")])]], { profile: numbers });
  expect(summed.columns).toMatchObject([{ type: "bigint" }, { type: "numeric" }]);
});

test("100,000 rows wait on disk, not in memory", async () => {
  const opened = await openPull({ pool: db.pool, physical: physicalName(), runId: "r" });
  const before = process.memoryUsage().rss;
  for (let batch = 0; batch < 100; batch += 1) {
    await opened.write(
      Array.from({ length: 1000 }, (_, i) => ({
        id: batch * 1000 + i,
        name: `name ${i}`.repeat(20),
        at: "2024-01-01",
      })),
    );
  }
  const grown = process.memoryUsage().rss - before;
  const table = await opened.finish();
  expect(table.rows).toBe(100_000);
  expect(grown).toBeLessThan(150_000_000);
});
