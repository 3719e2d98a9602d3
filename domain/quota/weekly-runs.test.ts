import { expect, test } from "vitest";
import { weekRefusal } from "./weekly-runs.ts";

const resetsAt = "2026-11-23T00:00:00.000Z";
const free = { runsPerWeek: 5, scheduledRuns: 0, plan: "Free" } as const;
const pro = { runsPerWeek: 50, scheduledRuns: 50, plan: "Pro" } as const;
const ultra = { runsPerWeek: null, scheduledRuns: null, plan: "Ultra" } as const;
const used = (runs: number, scheduled = 0) => ({ runs, scheduled });
const byHand = { scheduled: false, resetsAt };
const bySchedule = { scheduled: true, resetsAt };

test("runs fit into a week up to the limit of the plan", () => {
  expect(weekRefusal(free, used(4), byHand)).toBeNull();
  expect(weekRefusal(free, used(5), byHand)).toEqual({
    ...{ code: "runs-used-up", used: 5, limit: 5, plan: "Free", resetsAt },
  });
  expect(weekRefusal(ultra, used(1_000_000, 1_000_000), byHand)).toBeNull();
  expect(weekRefusal(ultra, used(1_000_000, 1_000_000), bySchedule)).toBeNull();
});

test("no scheduled run fits into a week of Free, though runs are left", () => {
  expect(weekRefusal(free, used(0), bySchedule)).toEqual({ code: "scheduled-runs-used-up", limit: 0, resetsAt });
});

test("a scheduled run is refused with the sentence for schedules, whichever limit is reached", () => {
  expect(weekRefusal(pro, used(50), bySchedule)).toEqual({ code: "scheduled-runs-used-up", limit: 50, resetsAt });
  expect(weekRefusal(pro, used(50), byHand)).toMatchObject({ code: "runs-used-up", used: 50, limit: 50, plan: "Pro" });
  const two = { ...pro, scheduledRuns: 2 };
  expect(weekRefusal(two, used(3, 2), bySchedule)).toEqual({ code: "scheduled-runs-used-up", limit: 2, resetsAt });
  expect(weekRefusal(two, used(3, 2), byHand)).toBeNull();
});
