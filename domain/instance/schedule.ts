import type { StreamView } from "../core/aggregate.ts";
import { rescheduled, type Schedule } from "../core/values/schedule.ts";
import { type InstanceEvent, instanceEvents, instanceStream } from "./events.ts";

/** The schedule of an instance, from its stream; null without an interval. */
export const instanceSchedule: StreamView<string, Schedule | null, InstanceEvent> = {
  stream: instanceStream,
  events: instanceEvents,
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
