import { expect, test } from "vitest";
import { labelled, placesOf, shortNumber, ticksOf, verticalRange } from "./chart-shape.ts";

test("an axis has round numbers around all values", () => {
  expect(ticksOf(0, 97)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticksOf(-3, 3)).toEqual([-4, -2, 0, 2, 4]);
  expect(ticksOf(0.1, 0.3)).toEqual([0.1, 0.15, 0.2, 0.25, 0.3]);
  for (const [low, high] of [
    [5, 5],
    [0, 0],
    [-1e12, 1e12],
    [1e-9, 3e-9],
  ] as const) {
    const ticks = ticksOf(low, high);
    expect([low, high, ticks[0]! <= low, ticks.at(-1)! >= high]).toEqual([low, high, true, true]);
  }
});

test("bars begin at 0, lines at their smallest value, and a missing value has no place", () => {
  const points = [
    { x: "a", y: 50 },
    { x: "b", y: null },
    { x: "c", y: 90 },
  ];
  expect(verticalRange(points, true)[0]).toBe(0);
  expect(verticalRange(points, false)[0]).toBe(50);
  expect(verticalRange([], true)).toHaveLength(2);
  expect(
    placesOf(
      {
        points: [
          { x: 2, y: 1 },
          { x: 4, y: 1 },
          { x: 3, y: 1 },
        ],
      },
      true,
    ),
  ).toEqual([0, 1, 0.5]);
  expect(placesOf({ points }, false)[1]).toBe(0.5);
  expect([shortNumber(1234567.891), shortNumber(0), shortNumber(2e12)]).toEqual(["1,234,570", "0", "2.00e+12"]);
});

test("a line has a label at its first and last point, and none too near to another", () => {
  expect(labelled(301, 6, true)).toEqual([0, 51, 102, 153, 204, 255, 300]);
  expect(labelled(14, 6, true)).toEqual([0, 3, 6, 9, 13]);
  expect(labelled(7, 6, true)).toEqual([0, 2, 4, 6]);
  expect([labelled(1, 6, true), labelled(0, 6, true)]).toEqual([[0], []]);
});

test("bars have labels at equal distances", () => {
  expect(labelled(8, 6, false)).toEqual([0, 2, 4, 6]);
  expect(labelled(5, 6, false)).toEqual([0, 1, 2, 3, 4]);
});
