import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { PersistentMap } from "../core/values/persistent-map.ts";
import { type PlanSlotKind, type QuotaEvent, quotaEvents } from "./events.ts";
import type { WeeklyUse } from "./weekly-runs.ts";

/** Limits are part of the command, because the plan belongs to the user aggregate. null is unlimited. */
export type QuotaCommand =
  | {
      readonly type: "take-place";
      readonly userId: string;
      readonly kind: PlanSlotKind;
      readonly itemId: string;
      readonly limit: number | null;
      readonly plan: string;
    }
  | { readonly type: "release-place"; readonly userId: string; readonly kind: PlanSlotKind; readonly itemId: string };

export type QuotaRefusal = {
  readonly code: "places-used-up";
  readonly kind: PlanSlotKind;
  readonly limit: number;
  readonly plan: string;
};

/** With a week, the runs of that ISO week that versions before claims have counted; without, the plan slots. */
export type QuotaId = { readonly userId: string; readonly week?: string };

export type QuotaState = {
  readonly connector: PersistentMap<true>;
  readonly dataset: PersistentMap<true>;
  readonly runs: PersistentMap<{ readonly scheduled: boolean }>;
};

export const quota: Aggregate<QuotaId, QuotaState, QuotaEvent, QuotaCommand, QuotaRefusal> = {
  stream: ({ userId, week }) => (week === undefined ? `quota-${userId}` : `runs-${userId}-${week}`),
  events: quotaEvents,
  initialState: { connector: PersistentMap.empty(), dataset: PersistentMap.empty(), runs: PersistentMap.empty() },
  snapshots: {
    version: "quota.1",
    every: 100,
    inMemory: true,
    revive(json) {
      const { connector, dataset, runs } = json as unknown as Record<keyof QuotaState, never>;
      return {
        connector: PersistentMap.from(connector),
        dataset: PersistentMap.from(dataset),
        runs: PersistentMap.from(runs),
      };
    },
  },

  evolve(state, event) {
    switch (event.type) {
      case "PlaceTaken":
        return { ...state, [event.data.kind]: state[event.data.kind].with(event.data.itemId, true) };
      case "PlaceReleased":
        return { ...state, [event.data.kind]: state[event.data.kind].without(event.data.itemId) };
      case "RunCounted":
        return { ...state, runs: state.runs.with(event.data.runId, { scheduled: event.data.scheduled }) };
    }
  },

  decide(state, command) {
    switch (command.type) {
      case "take-place": {
        const { userId, kind, itemId, limit, plan } = command;
        if (state[kind].has(itemId)) return emit();
        if (limit !== null && state[kind].size >= limit) return refuse({ code: "places-used-up", kind, limit, plan });
        return emit({ type: "PlaceTaken", data: { userId, kind, itemId } });
      }
      case "release-place": {
        const { userId, kind, itemId } = command;
        return state[kind].has(itemId) ? emit({ type: "PlaceReleased", data: { userId, kind, itemId } }) : emit();
      }
    }
  },
};

/** The use of a week, from the runs that were counted in it. */
export function weeklyUse({ runs }: QuotaState): WeeklyUse {
  return { runs: runs.size, scheduled: [...runs.toMap().values()].filter((run) => run.scheduled).length };
}
