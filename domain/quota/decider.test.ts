import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { given } from "../core/spec.ts";
import { quota, type QuotaCommand, weeklyUse } from "./decider.ts";
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

test("the runs that versions before claims have counted in a week are known, each once", () => {
  const { state } = given(quota, counted("a"), counted("b", true), counted("a"));
  expect(weeklyUse(state)).toEqual({ runs: 2, scheduled: 1 });
});

test("no sequence of commands ever passes a limit", () => {
  const item = fc.constantFrom(..."abcdefgh");
  const kind = fc.constantFrom<PlanSlotKind>("connector", "dataset");
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.tuple(fc.boolean(), item, kind), { maxLength: 60 }),
      (places, steps) => {
        const events: QuotaEvent[] = [];
        for (const [takes, itemId, placeKind] of steps) {
          const command: QuotaCommand = takes ? take(itemId, places, placeKind) : release(itemId, placeKind);
          const decision = given(quota, ...events).when(command);
          if (decision.ok) events.push(...decision.value);
          const { state } = given(quota, ...events);
          expect(state.connector.size).toBeLessThanOrEqual(places);
          expect(state.dataset.size).toBeLessThanOrEqual(places);
        }
      },
    ),
  );
});
