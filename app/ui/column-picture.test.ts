import { expect, test } from "vitest";
import { stepsOf } from "./column-picture.tsx";

test("a histogram's steps are told by their ends, with as many decimals as tell them apart", () => {
  expect(stepsOf(["60", "216"], "number", 20).slice(0, 2)).toEqual(["60 to 67.8: ", "67.8 to 75.6: "]);
  expect(stepsOf(["0", "0.004"], "number", 2)).toEqual(["0 to 0.002: ", "0.002 to 0.004: "]);
  expect(stepsOf(["2301", "2306"], "number", 20)[1]).toBe("2301.25 to 2301.5: ");
});

test("steps of moments are days where they are that long", () => {
  expect(stepsOf(["2024-01-01", "2024-01-11"], "date", 5)[0]).toBe("2024-01-01 to 2024-01-03: ");
  expect(stepsOf(["2024-01-01T00:00:00Z", "2024-01-01T02:00:00Z"], "date", 2)[1]).toBe("2024-01-01T01:00:00 to 2024-01-01T02:00:00: ");
});

test("nothing is said of steps between ends that cannot be counted with", () => {
  expect(stepsOf(["08:00:00", "09:00:00"], "date", 2)).toEqual(["", ""]);
  expect(stepsOf(["NaN", "Infinity"], "number", 2)).toEqual(["", ""]);
});
