import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { PersistentMap } from "../core/values/persistent-map.ts";
import { type ReadModelEvent, readModelEvents } from "./events.ts";

export const MAX_SKIP_REASON_CHARS = 1_000;

/** An event that a model cannot apply. */
export type HaltedAt = {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly eventType: string;
};

export type ReadModelCommand = {
  readonly type: "skip-event";
  readonly model: string;
  readonly event: HaltedAt;
  readonly reason: string;
  readonly by: string | null;
};

export type ReadModelRefusal = { readonly code: "skip-reason-missing" } | { readonly code: "skip-reason-too-long" };

/** The events that the model skips, each as `<stream>@<revision>`. */
export type ReadModelState = { readonly skipped: PersistentMap<true> };

/** The permanent name of an event: its position may differ in a log that was restored elsewhere. */
export function eventKey({ stream, revision }: { readonly stream: string; readonly revision: number }): string {
  return `${stream}@${revision}`;
}

export const readModel: Aggregate<string, ReadModelState, ReadModelEvent, ReadModelCommand, ReadModelRefusal> = {
  stream: (name) => `read-model-${name}`,
  events: readModelEvents,
  initialState: { skipped: PersistentMap.empty() },

  evolve: ({ skipped }, { data }) => ({ skipped: skipped.with(eventKey(data), true) }),

  decide({ skipped }, { model, event, reason, by }) {
    const said = reason.trim();
    if (said === "") return refuse({ code: "skip-reason-missing" });
    if (said.length > MAX_SKIP_REASON_CHARS) return refuse({ code: "skip-reason-too-long" });
    if (skipped.has(eventKey(event))) return emit();
    return emit({ type: "EventSkipped", data: { model, ...event, reason: said, by } });
  },
};
