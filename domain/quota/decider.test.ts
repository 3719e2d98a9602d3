import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { given } from "../core/spec.ts";
import { quota, type QuotaCommand } from "./decider.ts";
import type { PlanSlotKind, QuotaEvent } from "./events.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";

const userId = "u-ada";
const week = "2026-W47";
const plan = "Free";
const taken = (itemId: string, kind: PlanSlotKind = "connector"): QuotaEvent => ({
  type: "PlaceTaken",
  data: { userId, kind, itemId },
});
const released = (itemId: string, kind: PlanSlotKind = "connector"): QuotaEvent => ({
  type: "PlaceReleased",
  data: { userId, kind, itemId },
});
const counted = (runId: string, scheduled = false): QuotaEvent => ({
  type: "RunCounted",
  data: { userId, week, runId, scheduled },
});
const take = (itemId: string, limit: number | null, kind: PlanSlotKind = "connector") =>
  ({ type: "take-place", userId, kind, itemId, limit, plan }) as const;
const release = (itemId: string, kind: PlanSlotKind = "connector") =>
  ({ type: "release-place", userId, kind, itemId }) as const;
const free = { runsPerWeek: 5, scheduledRuns: 0, plan: "Free" } as const;
const pro = { runsPerWeek: 50, scheduledRuns: 50, plan: "Pro" } as const;
const ultra = { runsPerWeek: null, scheduledRuns: null, plan: "Ultra" } as const;
const count = (runId: string, scheduled: boolean, limits: typeof free | typeof pro | typeof ultra) =>
  ({ type: "count-run", userId, week, runId, scheduled, resetsAt, ...limits }) as const;
const resetsAt = "2026-11-23T00:00:00.000Z";
const nothing = emit();
const five = ["a", "b", "c", "d", "e"];

describe("places", () => {
  test("are taken up to the limit; the refusal names limit and plan", () => {
    expect(given(quota, ...five.slice(1).map((id) => taken(id))).when(take("a", 5))).toEqual(emit(taken("a")));
    expect(given(quota, ...five.map((id) => taken(id))).when(take("f", 5))).toEqual(
      refuse({ code: "places-used-up", kind: "connector", limit: 5, plan: "Free" }),
    );
    expect(given(quota, ...five.map((id) => taken(id))).when(take("f", null))).toEqual(emit(taken("f")));
  });

  test("count connectors and datasets apart", () => {
    const full = given(quota, ...five.map((id) => taken(id)));
    expect(full.when(take("f", 5, "dataset"))).toEqual(emit(taken("f", "dataset")));
  });

  test("are taken once an item, also when the plan is full by now", () => {
    expect(given(quota, ...five.map((id) => taken(id))).when(take("a", 5))).toEqual(nothing);
  });

  test("come back when released, once", () => {
    expect(given(quota, taken("a")).when(release("a"))).toEqual(emit(released("a")));
    expect(given(quota, taken("a"), released("a")).when(release("a"))).toEqual(nothing);
    expect(given(quota, taken("a")).when(release("a", "dataset"))).toEqual(nothing);
    expect(given(quota, ...five.map((id) => taken(id)), released("b")).when(take("f", 5))).toEqual(emit(taken("f")));
  });

  test("stay when the plan is lowered, and no new one is given", () => {
    const lowered = given(quota, ...five.map((id) => taken(id)), taken("f"), taken("g"));
    expect(lowered.state.connector.size).toBe(7);
    expect(lowered.when(take("h", 5))).toMatchObject(refuse({ code: "places-used-up" }));
  });
});

describe("runs of a week", () => {
  test("are counted up to the limit of the plan", () => {
    const fourRuns = five.slice(1).map((id) => counted(id));
    expect(given(quota, ...fourRuns).when(count("a", false, free))).toEqual(emit(counted("a")));
    expect(given(quota, ...five.map((id) => counted(id))).when(count("f", false, free))).toEqual(
      refuse({ code: "runs-used-up", used: 5, limit: 5, plan: "Free", resetsAt }),
    );
    expect(given(quota, ...five.map((id) => counted(id))).when(count("f", true, ultra))).toEqual(
      emit(counted("f", true)),
    );
  });

  test("count a retried run once, also when the week is used up", () => {
    expect(given(quota, ...five.map((id) => counted(id))).when(count("a", false, free))).toEqual(nothing);
  });

  test("know no scheduled run on Free, though runs are left", () => {
    expect(given(quota).when(count("a", true, free))).toEqual(
      refuse({ code: "scheduled-runs-used-up", limit: 0, resetsAt }),
    );
  });

  test("refuse a scheduled run with the sentence for schedules, whichever limit is reached", () => {
    const manual = Array.from({ length: 50 }, (_, n) => counted(`r${n}`));
    expect(given(quota, ...manual).when(count("next", true, pro))).toEqual(
      refuse({ code: "scheduled-runs-used-up", limit: 50, resetsAt }),
    );
    expect(given(quota, ...manual).when(count("next", false, pro))).toMatchObject(
      refuse({ code: "runs-used-up", used: 50, limit: 50, plan: "Pro", resetsAt }),
    );
    const scheduled = [counted("s1", true), counted("s2", true), counted("m1")];
    const twoScheduled = { ...count("next", true, pro), scheduledRuns: 2 };
    expect(given(quota, ...scheduled).when(twoScheduled)).toEqual(
      refuse({ code: "scheduled-runs-used-up", limit: 2, resetsAt }),
    );
    expect(given(quota, ...scheduled).when({ ...twoScheduled, scheduled: false })).toEqual(emit(counted("next")));
  });
});

test("no sequence of commands ever passes a limit", () => {
  const item = fc.constantFrom(..."abcdefgh");
  const kind = fc.constantFrom<PlanSlotKind>("connector", "dataset");
  const limit = fc.integer({ min: 0, max: 4 });
  fc.assert(
    fc.property(
      limit,
      limit,
      limit,
      fc.array(fc.tuple(fc.nat(3), item, kind), { maxLength: 60 }),
      (places, runs, scheduledRuns, steps) => {
        const events: QuotaEvent[] = [];
        for (const [what, itemId, placeKind] of steps) {
          const command: QuotaCommand =
            what === 0
              ? take(itemId, places, placeKind)
              : what === 1
                ? release(itemId, placeKind)
                : { ...count(itemId, what === 2, free), runsPerWeek: runs, scheduledRuns };
          const decision = given(quota, ...events).when(command);
          if (decision.ok) events.push(...decision.value);
          const { state } = given(quota, ...events);
          expect(state.connector.size).toBeLessThanOrEqual(places);
          expect(state.dataset.size).toBeLessThanOrEqual(places);
          expect(state.runs.size).toBeLessThanOrEqual(runs);
          expect([...state.runs.toMap().values()].filter((run) => run.scheduled).length).toBeLessThanOrEqual(
            scheduledRuns,
          );
        }
        const runIds = events.filter((event) => event.type === "RunCounted").map((event) => event.data.runId);
        expect(new Set(runIds).size).toBe(runIds.length);
      },
    ),
  );
});
