import { expect, test } from "vitest";
import { nextUnit, timelineStart, unitFor, unitStart } from "./time-units.ts";

test.each([
  ["2026-06-14T10:00:00Z", "hour"],
  ["2026-06-01T10:00:00Z", "day"],
  ["2025-09-08T10:00:00Z", "week"],
  ["2020-01-01T00:00:00Z", "month"],
  ["1990-01-01T00:00:00Z", "year"],
] as const)("from %s on the bars are each %s", (from, unit) => {
  expect(unitFor(from, "2026-06-16T10:00:00Z")).toBe(unit);
});

test.each([
  ["hour", "2026-03-01T23:00:00.000Z", "2026-03-02T00:00:00.000Z"],
  ["day", "2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
  ["week", "2026-02-23T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
  ["month", "2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"],
  ["year", "2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
] as const)("the %s of a Sunday night begins at %s", (unit, start, next) => {
  expect(unitStart("2026-03-01T23:30:00.123456Z", unit)).toBe(start);
  expect(nextUnit(start, unit)).toBe(next);
});

test("a timeline has room for a day of hours, however young its first event is", () => {
  const until = "2026-06-16T11:00:00.000Z";
  expect(timelineStart("2026-06-16T10:30:00.000Z", until, "hour")).toBe("2026-06-15T11:00:00.000Z");
  expect(timelineStart("2026-06-14T10:30:00.000Z", until, "hour")).toBe("2026-06-14T10:00:00.000Z");
});
