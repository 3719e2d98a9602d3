import type { InstanceRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { PLANS, type PlanId } from "#domain/user/plan.ts";
import { answerFor } from "../http/refusals.ts";
import type { Platform } from "../platform.ts";
import type { NextRun } from "../ui/time/schedule-note.tsx";
import { schedulePause } from "#domain/use-cases/plan-slots/schedule-pause.ts";

/** What the schedules of some instances depend on: when each is due, and what their owner's plan allows now. */
export type ScheduleFacts = {
  readonly now: Date;
  readonly due: ReadonlyMap<string, string | null>;
  readonly pause: ReturnType<typeof schedulePause>;
  readonly resetsAt: Date;
};

/** The facts about these instances of the viewer's; null if none of them has an interval. */
export async function scheduleFacts(
  platform: Platform,
  rows: readonly InstanceRow[],
  viewer: UserRow,
): Promise<ScheduleFacts | null> {
  const scheduled = rows.filter(({ setup }) => setup.refreshInterval > 0);
  if (scheduled.length === 0) return null;
  const now = await platform.ports.clock.now();
  const week = isoWeek(now);
  const found = await platform.queries.schedules.ofInstances(scheduled.map(({ id }) => id));
  const used = (await platform.queries.usage.runsOfUsers([viewer.id], week.name)).get(viewer.id) ?? {
    runs: 0,
    scheduled: 0,
  };
  return {
    now,
    due: new Map([...found].map(([id, { dueAt }]) => [id, dueAt])),
    pause: schedulePause(PLANS[viewer.plan as PlanId], used, week.resetsAt),
    resetsAt: week.resetsAt,
  };
}

/** The schedule of an instance, or null without an interval. `status`: of the connector's version. */
export function scheduleOf(row: InstanceRow, facts: ScheduleFacts | null, status: string): NextRun | null {
  if (row.setup.refreshInterval === 0 || facts === null) return null;
  if (status === "inactive") return { nextAt: null, paused: "This version of the connector is inactive." };
  const { now, pause, resetsAt } = facts;
  const due = facts.due.get(row.id) ?? null;
  switch (pause?.code) {
    case undefined:
      return { nextAt: due && laterOf(due, now), paused: null };
    case "schedule-not-in-plan":
      return { nextAt: null, paused: answerFor({ code: "schedule-not-in-plan" }).message };
    case "scheduled-runs-used-up":
      return { nextAt: laterOf(due ?? now, resetsAt), paused: answerFor(pause).message };
  }
}

function laterOf(a: string | Date, b: Date): string {
  return new Date(Math.max(new Date(a).getTime(), b.getTime())).toISOString();
}
