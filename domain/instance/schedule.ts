import { fold } from "../core/decider.ts";
import type { LoggedEvent } from "../core/event-log.ts";
import type { loadState } from "../core/load-state.ts";
import { rescheduled, type Schedule } from "../core/values/schedule.ts";
import type { InstanceEvent } from "./events.ts";

/** The rules by which `loadState` reads the schedule of a connection. */
export const instanceSchedule: Parameters<typeof loadState<Schedule | null, LoggedEvent<InstanceEvent>>>[1] = {
  initialState: null,
  snapshots: {
    version: "instance-schedule.1",
    beside: "schedule",
    every: 100,
    revive: (json) => json as Schedule | null,
  },
  evolve(schedule, event) {
    if (event.type === "InstanceRemoved") return null;
    return "setup" in event.data
      ? rescheduled(schedule, event.data.setup.refreshInterval, Date.parse(event.recordedAt))
      : schedule;
  },
};

/** The schedule that the events of a connection lead to; null without an interval. */
export function scheduleOf(events: readonly LoggedEvent<InstanceEvent>[]): Schedule | null {
  return fold(instanceSchedule, events);
}
