import { describe, expect, test } from "vitest";
import { findingSentence } from "../../core/findings/finding.ts";
import type { RecordsPlan } from "../definition/definition.ts";
import type { Json } from "../json/json.ts";
import { selectRecords } from "./records.ts";

const PLAN: RecordsPlan = { path: null, shape: "objects", keyField: "key", expand: null, keep: false, optional: false };

function rows(answer: Json, plan: Partial<RecordsPlan> = {}, memory = { member: null }) {
  const result = selectRecords(answer, { ...PLAN, ...plan }, memory);
  return result.ok ? result.records.map((row) => ({ ...row })) : findingSentence(result.finding);
}

describe("the fixed default", () => {
  test("takes the root list, the only list of objects, else the root", () => {
    expect(rows([{ a: 1 }])).toEqual([{ a: 1 }]);
    expect(rows({ total: 1, tags: ["x"], items: [{ a: 1 }] })).toEqual([{ a: 1 }]);
    expect(rows({ items: [{ a: 1 }], warnings: [] })).toEqual([{ a: 1 }]);
    expect(rows({ a: [{ x: 1 }], b: [{ y: 1 }] })).toEqual([{ a: [{ x: 1 }], b: [{ y: 1 }] }]);
    expect(rows({ a: 1 })).toEqual([{ a: 1 }]);
    expect(rows({ items: [], total: 0 })).toEqual([]);
    expect(rows(null)).toEqual([]);
  });

  test("reads later pages like the first", () => {
    const memory = { member: null };
    rows({ items: [{ a: 1 }], errors: [] }, {}, memory);
    expect(rows({ items: [], errors: [] }, {}, memory)).toEqual([]);
  });
});

describe("paths", () => {
  test("fails on a missing path, takes null for no rows, and obeys optional", () => {
    expect(rows({ data: {} }, { path: "data.items" })).toBe(
      'No records in the answer: "data.items" is missing: there is an empty object.',
    );
    expect(rows({ data: {} }, { path: "data.items", optional: true })).toEqual([]);
    expect(rows({ data: { items: null } }, { path: "data.items" })).toEqual([]);
    expect(rows([{ page: 0 }, null], { path: "[1]" })).toEqual([]);
    expect(rows([{ message: 1 }], { path: "[1]" })).toMatch(/is missing/);
    expect(rows({ edges: [{ node: { a: 1 } }, { node: { a: 2 } }] }, { path: "edges[*].node" })).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect(rows({ one: { a: 1 } }, { path: "one" })).toEqual([{ a: 1 }]);
  });

  test("says when records are not objects", () => {
    expect(rows([1, 2])).toMatch(/shape "values"/);
    expect(rows([[1]])).toMatch(/shape "table"/);
    expect(rows("text")).toMatch(/single value/);
    expect(rows([{ a: 1 }, null])).toEqual([{ a: 1 }]);
  });
});

describe("shapes", () => {
  test("table", () => {
    expect(rows([["a", "b"], [1, 2], [3]], { shape: "table" })).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: null },
    ]);
    expect(rows([], { shape: "table" })).toEqual([]);
    expect(rows([["a", "", "a"], [1, 2, 3, 4], [5]], { shape: "table" })).toEqual([
      { a: 1, column_2: 2, a_2: 3, column_4: 4 },
      { a: 5, column_2: null, a_2: null, column_4: null },
    ]);
    expect(
      rows(
        [
          [2020, null],
          [1, 2],
        ],
        { shape: "table" },
      ),
    ).toEqual([{ "2020": 1, column_2: 2 }]);
    expect(rows([[{}]], { shape: "table" })).toMatch(/names/);
  });

  test("keyed", () => {
    expect(rows({ "2024-01-01": { a: 1 }, x: 5 }, { path: "$", shape: "keyed", keyField: "day" })).toEqual([
      { a: 1, day: "2024-01-01" },
      { value: 5, day: "x" },
    ]);
    expect(rows([], { shape: "keyed" })).toEqual([]);
    expect(rows([1], { shape: "keyed" })).toMatch(/needs an object/);
  });

  test("columns", () => {
    expect(rows({ h: { time: ["t1", "t2"], rain: [0, null], unit: "mm" } }, { path: "h", shape: "columns" })).toEqual([
      { time: "t1", rain: 0 },
      { time: "t2", rain: null },
    ]);
    expect(rows({ a: [1], b: [] }, { path: "$", shape: "columns" })).toMatch(/differ in length/);
  });

  test("values", () => {
    expect(rows(["a", 1], { shape: "values" })).toEqual([{ value: "a" }, { value: 1 }]);
    expect(rows({ n: 5 }, { path: "n", shape: "values" })).toEqual([{ value: 5 }]);
  });
});

describe("expand", () => {
  const orders: Json = [
    { id: 1, by: { name: "A" }, lines: [{ sku: "x" }, { sku: "y", id: 9 }] },
    { id: 2, by: null, lines: [] },
  ];

  test("makes a row of each inner element, with the outer fields asked for", () => {
    expect(rows(orders, { expand: "lines" })).toEqual([{ sku: "x" }, { sku: "y", id: 9 }]);
    expect(rows(orders, { expand: "lines", keep: ["id", "by.name"] })).toEqual([
      { id: 1, by__name: "A", sku: "x" },
      { parent__id: 1, by__name: "A", sku: "y", id: 9 },
    ]);
    expect(rows(orders, { expand: "lines", keep: true })).toMatchObject([
      { id: 1, by: { name: "A" }, sku: "x" },
      { parent__id: 1 },
    ]);
  });

  test("fails on a record without the list, unless optional", () => {
    expect(rows([{ id: 1 }], { expand: "lines" })).toMatch(/cannot be expanded/);
    expect(rows([{ id: 1 }], { expand: "lines", optional: true })).toEqual([]);
    expect(rows([{ lines: 5 }], { expand: "lines" })).toMatch(/not a list/);
  });
});

test("never lets a key of an answer reach a prototype", () => {
  const answer: Json = JSON.parse('{"__proto__":{"polluted":1}}');
  selectRecords(answer, { ...PLAN, path: "$", shape: "keyed" });
  selectRecords([["__proto__"], [{ polluted: 1 }]], { ...PLAN, shape: "table" });
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
