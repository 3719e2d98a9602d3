import { expect, test } from "vitest";
import { forecast } from "./schedule-forecast.ts";

const NOW = "2026-11-25T10:00:00Z"; // A Wednesday.
const quota = { used: 10, limit: 50, resetsAt: "2026-11-30T00:00:00Z" };

test.each([
  [0, null],
  [Number.NaN, null],
  [1440, "Uses 4 more runs this week, of 40 left."],
  [4000, "Uses 1 more run this week, of 40 left."],
  [60, "Uses all 50 runs of this week by Friday 02:00 UTC."],
  [1, "Uses all 50 runs of this week by Wednesday 10:40 UTC."],
])("every %s minutes: %s", (minutes, words) => {
  expect(forecast(minutes, quota, NOW)).toBe(words);
});

test("no run is left", () => {
  expect(forecast(60, { ...quota, used: 51 }, NOW)).toBe("All 50 runs of this week are used. It runs again on Monday.");
});
