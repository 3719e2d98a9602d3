import type { SchemaElement } from "hyparquet-writer";
import { expect, test } from "vitest";
import type { ColumnType } from "#domain/core/values/table.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { cellWriter } from "./parquet-cells.ts";
import type { DecimalSize } from "./parquet-schema.ts";
import { type Bounds, boundsFinder } from "./value-bounds.ts";

type Stored = Pick<SchemaElement, "type" | "type_length">;
const LONG: Stored = { type: "INT64" };
const DATE: Stored = { type: "INT32" };
const DOUBLE: Stored = { type: "DOUBLE" };
const BOOLEAN: Stored = { type: "BOOLEAN" };
const TEXT: Stored = { type: "BYTE_ARRAY" };
const DECIMAL: Stored = { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16 };
const HUNDREDTHS: DecimalSize = { precision: 38, scale: 2 };

/** The bounds of cells that come in these portions. */
function boundsOf(
  stored: Stored,
  type: ColumnType,
  portions: readonly (readonly string[])[],
  size?: DecimalSize,
): Bounds {
  const write = cellWriter(type, size ?? null);
  const finder = boundsFinder(stored);
  for (const cells of portions) {
    const values = new GrowingBytes();
    for (const cell of cells) write(Buffer.from(cell), 0, Buffer.byteLength(cell), values);
    finder.add(values);
  }
  const found = finder.taken();
  expect(finder.taken()).toMatchObject({ min_value: undefined, max_value: undefined });
  return found;
}

const NONE = { min_value: undefined, max_value: undefined };

test.each<[string[][], bigint, bigint]>([
  [[["5", "-9223372036854775808", "9223372036854775807", "-1"]], -(2n ** 63n), 2n ** 63n - 1n],
  [[["4294967298", "4294967297", "4294967299"]], 4294967297n, 4294967299n],
  [[["1", "2147483649", "2147483648"]], 1n, 2147483649n],
  [[["-3", "-1", "-2"], ["-4"], [], ["-2"]], -4n, -1n],
])("of whole numbers %j", (portions, min_value, max_value) => {
  expect(boundsOf(LONG, "bigint", portions)).toEqual({ min_value, max_value });
});

test("of days before and after 1970", () => {
  expect(boundsOf(DATE, "date", [["1970-01-02", "1969-12-30"], ["1969-12-31"]])).toEqual({
    min_value: -2,
    max_value: 1,
  });
  expect(boundsOf(DATE, "date", [["1969-12-30", "1969-12-31"]])).toEqual({ min_value: -2, max_value: -1 });
});

test.each<[string[][], number | undefined, number | undefined, bigint]>([
  [[["1.5", "-2.5"], ["0.5"]], -2.5, 1.5, 0n],
  [[["0"]], -0, 0, 0n],
  [[["-0"]], -0, 0, 0n],
  [
    [
      ["NaN", "1"],
      ["NaN", "2"],
    ],
    1,
    2,
    2n,
  ],
  [[["-Infinity", "Infinity"]], -Infinity, Infinity, 0n],
  [[["NaN"]], undefined, undefined, 1n],
])("of floating point numbers %j", (portions, min_value, max_value, nan_count) => {
  const found = boundsOf(DOUBLE, "double precision", portions);
  expect(found).toEqual({ min_value, max_value, nan_count });
  expect([Object.is(found.min_value, min_value), Object.is(found.max_value, max_value)]).toEqual([true, true]);
});

test.each<[string[][], boolean, boolean]>([
  [[["t", "t"]], true, true],
  [[["f"], ["f"]], false, false],
  [[["t"], ["f"]], false, true],
])("of %j", (portions, min_value, max_value) => {
  expect(boundsOf(BOOLEAN, "boolean", portions)).toEqual({ min_value, max_value });
});

test("of decimals of 16 bytes", () => {
  const least = `-${"9".repeat(36)}.99`;
  const greatest = `${"9".repeat(36)}.99`;
  expect(
    boundsOf(
      DECIMAL,
      "numeric",
      [
        ["0.01", least],
        [greatest, "-0.01"],
      ],
      HUNDREDTHS,
    ),
  ).toEqual({
    min_value: -(10n ** 38n) + 1n,
    max_value: 10n ** 38n - 1n,
  });
  expect(boundsOf(DECIMAL, "numeric", [["-0.02", "-0.01", "-0.03"]], HUNDREDTHS)).toEqual({
    min_value: -3n,
    max_value: -1n,
  });
});

test.each<[string[][], string, string]>([
  [[["b", "a", "c"]], "a", "c"],
  [[["ab", "a", "abc"]], "a", "abc"],
  [[["z", "é"], ["😀"], ["y", "x"]], "x", "😀"],
  [[["b"], ["a"], ["c"]], "a", "c"],
  [[["a", ""]], "", "a"],
])("of texts %j", (portions, min, max) => {
  const { min_value, max_value } = boundsOf(TEXT, "text", portions);
  expect([min_value, max_value].map((bound) => Buffer.from(bound as Uint8Array).toString())).toEqual([min, max]);
});

test("there are none without values", () => {
  for (const stored of [LONG, DATE, BOOLEAN, TEXT, DECIMAL]) expect(boundsOf(stored, "text", [[]])).toEqual(NONE);
});
