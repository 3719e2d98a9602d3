import { expect, test } from "vitest";
import { distinctWords, stepsOf, stepTitles, summaryBasis } from "./column-picture.tsx";

test("a histogram's steps are told by their ends, with as many decimals as tell them apart", () => {
  expect(stepsOf(["60", "216"], "number", 20).slice(0, 2)).toEqual(["60 to 67.8: ", "67.8 to 75.6: "]);
  expect(stepsOf(["0", "0.004"], "number", 2)).toEqual(["0 to 0.002: ", "0.002 to 0.004: "]);
  expect(stepsOf(["2301", "2306"], "number", 20)[1]).toBe("2301.25 to 2301.5: ");
});

test("a step with one row says so", () => {
  expect(stepTitles({ ends: ["0", "2"], bins: [1, 1200] }, "number")).toEqual(["0 to 1: 1 row", "1 to 2: 1,200 rows"]);
  expect(stepTitles({ ends: ["0", "2"], bins: [1, 2], sampled: true }, "number")[0]).toBe(
    "0 to 1: 1 of the sampled rows",
  );
});

test("steps of moments are days where they are that long", () => {
  expect(stepsOf(["2024-01-01", "2024-01-11"], "date", 5)[0]).toBe("2024-01-01 to 2024-01-03: ");
  expect(stepsOf(["2024-01-01T00:00:00Z", "2024-01-01T02:00:00Z"], "date", 2)[1]).toBe(
    "2024-01-01T01:00:00 to 2024-01-01T02:00:00: ",
  );
});

test("a step of whole numbers is told by the first and the last of them", () => {
  expect(stepTitles({ ends: ["1", "7"], bins: [1, 0], binWidth: 4 }, "number")).toEqual([
    "1 to 4: 1 row",
    "5 to 7: 0 rows",
  ]);
  expect(stepTitles({ ends: ["1", "2"], bins: [1, 2], binWidth: 1 }, "number")).toEqual(["1: 1 row", "2: 2 rows"]);
});

test("nothing is said of steps between ends that cannot be counted with", () => {
  expect(stepsOf(["08:00:00", "09:00:00"], "date", 2)).toEqual(["", ""]);
  expect(stepsOf(["NaN", "Infinity"], "number", 2)).toEqual(["", ""]);
});

test("how many values there are is exact over all rows and roughly said from a sample", () => {
  expect([1, 2, 86, 33_231].map((distinct) => distinctWords(distinct, false))).toEqual([
    "1 distinct value",
    "2 distinct values",
    "86 distinct values",
    "33,231 distinct values",
  ]);
  expect([1, 33, 999, 1_049, 33_231, 1_015_000].map((distinct) => distinctWords(distinct, true))).toEqual([
    "about 1 distinct value",
    "about 33 distinct values",
    "about 999 distinct values",
    "about 1,000 distinct values",
    "about 33,000 distinct values",
    "about 1,000,000 distinct values",
  ]);
});

test("what the pictures are made of is said, a sample by its size", () => {
  expect([1, 86].map((rows) => summaryBasis({ rows, sampled: null }))).toEqual([
    "Column summaries use the only row",
    "Column summaries use all 86 rows",
  ]);
  expect(summaryBasis({ rows: 600_000, sampled: 100_120 })).toBe(
    "Column summaries use a random sample of 100,120 of 600,000 rows",
  );
});
