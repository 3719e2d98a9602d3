import { expect, test } from "vitest";
import { intervalShown, minutesTyped } from "./minutes.ts";

test.each([
  [0, { every: "", unit: "hours" }],
  [90, { every: "90", unit: "minutes" }],
  [120, { every: "2", unit: "hours" }],
  [2_880, { every: "2", unit: "days" }],
])("%d minutes are shown in the largest unit that fits, and read back", (minutes, shown) => {
  expect(intervalShown(minutes)).toEqual(shown);
  expect(minutesTyped(shown.every, shown.unit)).toBe(minutes);
});

test("half an hour is 30 minutes; what is no number or has no unit is none", () => {
  expect(minutesTyped("0.5", "hours")).toBe(30);
  expect(minutesTyped("0.001", "hours")).toBeNull();
  expect(minutesTyped("-1", "hours")).toBeNull();
  expect(minutesTyped("soon", "hours")).toBeNull();
  expect(minutesTyped("1", "weeks")).toBeNull();
});
