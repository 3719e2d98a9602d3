import type { LoggedEvent } from "../core/event-log.ts";
import { rescheduled, type Schedule } from "../core/schedule.ts";
import type { InstanceEvent } from "./events.ts";

/** The schedule that the events of a connection lead to; null without an interval. */
export function scheduleOf(events: readonly LoggedEvent<InstanceEvent>[]): Schedule | null {
  return events.reduce<Schedule | null>((schedule, event) => {
    if (event.type === "InstanceRemoved") return null;
    return "setup" in event.data ? rescheduled(schedule, event.data.setup.refreshInterval, Date.parse(event.recordedAt)) : schedule;
  }, null);
}
