import { expect, test } from "vitest";
import { frequencyWords, isStale } from "./update-frequency.ts";

test("rows are stale after twice the time in which new ones were expected", () => {
  const now = "2026-11-23T12:00:00.000Z";
  expect(isStale("daily", "2026-11-22T00:00:00.000Z", now)).toBe(false);
  expect(isStale("daily", "2026-11-21T00:00:00.000Z", now)).toBe(true);
  for (const frequency of ["", "irregular", "never", "sometimes"])
    expect([frequency, isStale(frequency, "2001-01-01T00:00:00.000Z", now)]).toEqual([frequency, false]);
  expect([frequencyWords("annual"), frequencyWords(""), frequencyWords("x")]).toEqual(["Every year", null, null]);
});
