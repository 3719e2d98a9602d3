import { expect, test } from "vitest";
import type { Timeline } from "../../../history/timeline/timeline.ts";
import { pictureOf, placeOf } from "./picture.ts";

const day = (number: number) => `2026-06-${String(number).padStart(2, "0")}T00:00:00.000Z`;
const bar = (from: number, counts: Timeline["bars"][number]["counts"]) => ({
  from: day(from),
  until: day(from + 1),
  counts,
});
const timeline: Timeline = {
  ...{ unit: "day", from: day(1), until: day(11), total: 9, isCut: false },
  bars: [bar(1, { versions: 1, access: 4 }), bar(3, { runs: 2, failed: 1 }), bar(10, { access: 1, failed: 1 })],
};
const picture = pictureOf(
  timeline,
  [
    { at: day(1), label: "v1" },
    { at: "2026-06-01T01:00:00.000Z", label: "v2" },
    { at: day(6), label: "v3" },
  ],
  ({ from }) => from.slice(0, 10),
);

test("each kind with events has a lane of its own, with bars by its own most", () => {
  expect(picture.lanes.map(({ name, most, bars }) => [name, most, bars.map(({ height }) => height)])).toEqual([
    ["Access", 4, [26, 6.5]],
    ["Runs", 2, [26, 13]],
  ]);
});

test("bars are where their time is and say what they count; a failure is seen where no run began", () => {
  const [, runs] = picture.lanes;
  expect(runs?.bars).toMatchObject([
    { x: 200, width: 99, bad: 13, title: "2026-06-03: 2 runs, 1 failed" },
    { x: 900, bad: 13, title: "2026-06-10: 0 runs, 1 failed" },
  ]);
});

test("versions are marked where they began, and labels do not cover one another", () => {
  expect(picture.marks.map(({ x, label }) => [x, label])).toEqual([
    [0, null],
    [4.2, "v2"],
    [500, "v3"],
  ]);
  expect(placeOf("2030-01-01T00:00:00Z", timeline)).toBe(1000);
});
