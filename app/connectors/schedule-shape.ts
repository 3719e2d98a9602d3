import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { schedulePause } from "#domain/processes/schedule-pause.ts";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { PLANS, type PlanId } from "#domain/user/plan.ts";
import { answerFor } from "../http/refusals.ts";
import type { Platform } from "../platform.ts";

/** When a connection runs by itself next (null while nobody can say), and the sentence for why it rests. */
export type ScheduleShape = { next_at: string | null; paused: string | null };

/** The schedule of a connection, or null without an interval. `status`: of the connector's version. */
export async function scheduleShape(platform: Platform, row: InstanceRow, viewer: UserRow, status: string): Promise<ScheduleShape | null> {
  if (row.setup.refreshInterval === 0) return null;
  const now = await platform.ports.clock.now();
  const week = isoWeek(now);
  const due = (await platform.queries.schedules.ofInstances([row.id])).get(row.id)?.due_at ?? null;
  if (status === "inactive") return { next_at: null, paused: "This version of the connector is inactive." };
  const used = (await platform.queries.usage.runsOfUsers([viewer.id], week.name)).get(viewer.id) ?? { runs: 0, scheduled: 0 };
  const pause = schedulePause(PLANS[viewer.plan as PlanId], used);
  switch (pause?.name) {
    case undefined:
      return { next_at: due && laterOf(due, now), paused: null };
    case "schedule-not-in-plan":
      return { next_at: null, paused: answerFor({ name: "schedule-not-in-plan" }).message };
    case "scheduled-runs-used-up":
      return { next_at: laterOf(due ?? now, week.resetsAt), paused: answerFor({ name: "scheduled-runs-used-up" }).message };
  }
}

function laterOf(a: string | Date, b: Date): string {
  return new Date(Math.max(new Date(a).getTime(), b.getTime())).toISOString();
}
