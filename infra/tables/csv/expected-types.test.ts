import { expect, test } from "vitest";
import { CELL } from "#domain/core/values/cell-kind.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { expectedTypes } from "./expected-types.ts";

const plan = (type: ColumnType | null) => ({
  columns: [
    { label: "Level", named: true, reading: null, known: null, numeric: false, empty: [], because: null, evidence: null, type },
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

test("columns of other names, and first versions, have the types of their cells", () => {
  expect(expectedTypes(plan("bigint"), null, [{ name: "Depth", label: "Level", type: "text" }])).toEqual(["bigint"]);
  expect(expectedTypes(plan("bigint"), null, undefined)).toEqual(["bigint"]);
});
