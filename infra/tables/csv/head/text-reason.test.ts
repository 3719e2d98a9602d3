import { expect, test } from "vitest";
import { reasonOf } from "./text-reason.ts";

const reason = (cell: string) => reasonOf(cell, 2).reason;

test("a number that is text because of its length is told from other texts", () => {
  expect(reason(`0.5${"0".repeat(16_383)}`)).toBe("too-many-digits");
  expect(reason(`-1${"0".repeat(300)}.0`)).toBe("too-many-digits");
  expect(reason("9".repeat(16))).toBe("too-many-digits");
  expect(reason("007")).toBe("leading-zeros");
  expect(reason(`00.${"5".repeat(200)}`)).toBe("other-cell");
  expect(reason("1e400")).toBe("other-cell");
});

test("a million digits with a letter behind them are told at once", () => {
  const expected = reason("x".repeat(1_000_000));
  expect(reason(`${"1".repeat(1_000_000)}x`)).toBe(expected);
});
