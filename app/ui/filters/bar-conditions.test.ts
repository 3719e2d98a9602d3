import { expect, test } from "vitest";
import { binConditions, valueConditions } from "./bar-conditions.ts";

const bin = (ends: readonly [string, string], type: string, at: number) =>
  binConditions(ends, type, { bin: at, bins: 20 });

test("a bar of numbers begins at its edge and ends before the next, the last one with the largest value", () => {
  expect(bin(["0", "20"], "double precision", 3)).toEqual(["gte.3", "lt.4"]);
  expect(bin(["0.1", "22.2"], "numeric", 0)?.[0]).toBe("gte.0.1");
  expect(bin(["0", "20"], "double precision", 19)).toEqual(["gte.19"]);
  expect(bin(["0", "30"], "bigint", 1)).toEqual(["gte.2", "lt.3"]);
});

test("a bar of whole numbers ends with the last of its numbers", () => {
  const whole = (at: number, binWidth: number) =>
    binConditions(["1", "118"], "bigint", { bin: at, bins: 20, binWidth });
  expect([whole(0, 6), whole(19, 6), whole(6, 1)]).toEqual([["gte.1", "lte.6"], ["gte.115", "lte.118"], ["eq.7"]]);
});

test("bars of days and times are told in the notation of their columns", () => {
  expect(bin(["2026-01-01", "2026-01-31"], "date", 1)).toEqual(["gte.2026-01-03", "lt.2026-01-04"]);
  expect(bin(["2026-01-01T00:00:00", "2026-01-21T00:00:00"], "timestamp", 1)).toEqual([
    "gte.2026-01-02T00:00:00.000",
    "lt.2026-01-03T00:00:00.000",
  ]);
  expect(bin(["2026-01-01T00:00:00Z", "2026-01-21T00:00:00Z"], "timestamptz", 19)).toEqual([
    "gte.2026-01-20T00:00:00.000Z",
  ]);
  for (const [ends, type] of [
    [["08:00:00", "09:00:00"], "time"],
    [["a", "b"], "text"],
    [["1", "1"], "bigint"],
  ] as const)
    expect(bin(ends, type, 1)).toBeNull();
});

test("a common value is asked for as it is, a long one by its beginning, because statistics cut it", () => {
  expect(valueConditions("Mill")).toEqual(["eq.Mill"]);
  expect(valueConditions("50%_of all the gauges")).toEqual(["like.50\\%\\_of all the gauges*"]);
});
