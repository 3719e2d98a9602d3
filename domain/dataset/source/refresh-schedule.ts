import type { StreamView } from "../../core/aggregate.ts";
import { rescheduled, type Schedule, slotAfter } from "../../core/values/schedule.ts";
import { type DatasetEvent, datasetEvents, datasetStream } from "../events.ts";

type RefreshSchedule = {
  readonly schedule: Schedule | null;
  /** When the newest load ended, in milliseconds. */
  readonly endedAt: number;
};

/** The events that end a load. */
const ENDS: ReadonlySet<string> = new Set(["DatasetLoaded", "DatasetLoadFailed", "DatasetRefreshUnchanged"]);

/** When the file of a dataset is fetched by itself, from its stream. */
export const refreshSchedule: StreamView<string, RefreshSchedule, DatasetEvent> = {
  stream: datasetStream,
  events: datasetEvents,
  initialState: { schedule: null, endedAt: 0 },
  snapshots: {
    version: "refresh-schedule.1",
    beside: "refresh-schedule",
    every: 100,
    revive: (json) => json as RefreshSchedule,
  },
  evolve(state, event) {
    if (event.type === "DatasetHidden" || event.type === "DatasetDeleted") return { ...state, schedule: null };
    const at = Date.parse(event.recordedAt);
    if (event.type === "DatasetRefreshIntervalSet")
      return { ...state, schedule: rescheduled(state.schedule, event.data.minutes, at) };
    return ENDS.has(event.type) ? { ...state, endedAt: at } : state;
  },
};

/** The slot whose refresh is due next; null without a schedule. */
export function refreshSlot({ schedule, endedAt }: RefreshSchedule): string | null {
  return schedule && slotAfter(schedule, Math.max(schedule.anchor, endedAt));
}
