import { expect, test } from "vitest";
import { CELL } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { ColumnReading } from "#domain/dataset/column-reading.ts";
import { expectedTypes } from "./expected-types.ts";

const plan = (type: ColumnType | null, reading: ColumnReading | null = null) => ({
  columns: [
    {
      label: "Level",
      named: true,
      reading,
      known: null,
      numeric: false,
      empty: [],
      because: null,
      evidence: null,
      type,
    },
  ],
});
const before = (type: ColumnType) => [{ name: "Level", label: "Level", type }];

test.each<[ColumnType | null, ColumnType, ColumnType | null]>([
  ["bigint", "double precision", "double precision"],
  ["bigint", "numeric", "numeric"],
  ["double precision", "numeric", "numeric"],
  ["date", "text", "text"],
  [null, "date", "date"],
  ["double precision", "bigint", "double precision"],
  ["text", "bigint", "text"],
  ["date", "timestamp", "date"],
  ["boolean", "boolean", "boolean"],
])("a column of %s that was %s before is read as %s", (type, wanted, read) => {
  expect(expectedTypes(plan(type), null, before(wanted))).toEqual([read]);
});

test("a cell that does not fit the type of before ends it", () => {
  const seen = (mask: number) => ({ types: ["bigint" as const], masks: [mask] });
  expect(expectedTypes(plan("bigint"), seen(CELL.shortInt), before("double precision"))).toEqual(["double precision"]);
  // More digits than a double holds.
  expect(expectedTypes(plan("bigint"), seen(CELL.longInt), before("double precision"))).toEqual(["bigint"]);
  expect(expectedTypes(plan("bigint"), seen(CELL.longInt), before("numeric"))).toEqual(["numeric"]);
});

test("a notation leaves a column its type, also if all its numbers are whole or it is empty", () => {
  const decimals = [{ name: "Level", label: "Level", type: "double precision" as const, reading: "decimal-comma" }];
  const typeOf = (type: ColumnType | null, reading: ColumnReading) =>
    expectedTypes(plan(type, reading), { types: [type], masks: [type === null ? 0 : CELL.shortInt] }, decimals);
  expect(typeOf("bigint", "decimal-comma")).toEqual(["double precision"]);
  expect(typeOf(null, "decimal-comma")).toEqual(["double precision"]);
  expect(typeOf("numeric", "decimal-comma")).toEqual(["numeric"]);
  // It was chosen for this file.
  expect(typeOf("bigint", "thousands-point")).toEqual(["bigint"]);
});

test("columns of other names, and first versions, have the types of their cells", () => {
  expect(expectedTypes(plan("bigint"), null, [{ name: "Depth", label: "Level", type: "text" }])).toEqual(["bigint"]);
  expect(expectedTypes(plan("bigint"), null, undefined)).toEqual(["bigint"]);
});
