import fc from "fast-check";
import { expect, test } from "vitest";
import type { ClockJump } from "#domain/clock-jump/decider.ts";
import { watchDates } from "./event-dates.ts";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const DAY = 24 * HOUR;
const START = Date.parse("2026-11-27T10:00:00.000Z");

/** What is said of events with these dates, in milliseconds after the start. */
function verdict(dates: readonly number[]) {
  const jumps: ClockJump[] = [];
  const datedBack: number[] = [];
  const push = watchDates({
    jump: (jump) => void jumps.push(jump),
    datedBack: ({ revision }) => void datedBack.push(revision),
  });
  for (const [revision, ms] of dates.entries())
    push({ stream: "s", revision, position: String(revision + 1), recordedAt: new Date(START + ms).toISOString() });
  return { jumps: jumps.map(({ revision, events }) => ({ revision, events })), datedBack };
}
const every = (count: number, step: number, from = 0) => Array.from({ length: count }, (_, at) => from + at * step);

test("a clock that was a day ahead for half a minute has jumped once, however many events follow", () => {
  const dates = [
    ...every(20, SECOND),
    ...every(25, SECOND, DAY + 20 * SECOND),
    ...every(2_000, 40 * SECOND, 45 * SECOND),
  ];
  expect(verdict(dates)).toEqual({ jumps: [{ revision: 45, events: 25 }], datedBack: [] });
});

test("a clock that is ahead for days, with quiet nights, and one that is ahead twice", () => {
  const days = (from: number) => [0, 1, 2].flatMap((day) => every(50, MINUTE, from + day * DAY));
  const dates = [...every(5, SECOND), ...days(40 * DAY), ...days(4 * DAY)];
  expect(verdict(dates)).toEqual({ jumps: [{ revision: 155, events: 150 }], datedBack: [] });
  const twice = [...every(5, SECOND), ...every(5, SECOND, DAY), ...every(5, SECOND, MINUTE), ...every(5, SECOND, HOUR)];
  expect(verdict([...twice, ...every(5, SECOND, 2 * MINUTE)])).toEqual({
    jumps: [
      { revision: 10, events: 5 },
      { revision: 20, events: 5 },
    ],
    datedBack: [],
  });
});

test("quiet times, and events a little older than the one before, are nothing", () => {
  expect(verdict([0, DAY, DAY - MINUTE, 3 * DAY, 3 * DAY - 4 * MINUTE])).toEqual({ jumps: [], datedBack: [] });
  // But not little by little.
  const creeping = every(20, -MINUTE, DAY);
  expect(verdict(creeping).datedBack).toEqual([6, 12, 18]);
});

test("for every clock that was ahead once there is one jump; an event dated back among steady ones is no jump", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 4 * MINUTE }), { minLength: 5, maxLength: 60 });
  fc.assert(
    fc.property(
      steps,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 30 * MINUTE, max: 400 * DAY }),
      (gaps, one, two, ahead) => {
        const right = gaps.map(
          (
            (sum) => (gap: number) =>
              (sum += gap)
          )(0),
        );
        const [begin, end] = [1 + (one % (right.length - 1)), 1 + (two % (right.length - 1))].toSorted(
          (a, b) => a - b,
        ) as [number, number];
        if (begin === end) return;
        const moved = right.map((ms, at) => (at >= begin && at < end ? ms + ahead : ms));
        expect(verdict(moved)).toEqual({ jumps: [{ revision: end, events: end - begin }], datedBack: [] });
      },
    ),
  );
  fc.assert(
    fc.property(steps, fc.nat(), fc.integer({ min: 10 * MINUTE, max: 400 * DAY }), (gaps, which, back) => {
      const right = gaps.map(
        (
          (sum) => (gap: number) =>
            (sum += gap)
        )(0),
      );
      const at = which % right.length;
      const changed = right.map((ms, each) => (each === at && at > 0 ? ms - back : ms));
      expect(verdict(changed)).toEqual({ jumps: [], datedBack: at === 0 ? [] : [at] });
    }),
  );
});
