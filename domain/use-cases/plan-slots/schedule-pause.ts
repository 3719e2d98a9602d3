import { aggregate } from "../../core/aggregate.ts";
import { quota, weeklyUse } from "../../quota/decider.ts";
import { isoWeek } from "../../quota/iso-week.ts";
import { hasRoomForScheduled, type WeeklyLimits, type WeeklyUse } from "../../quota/scheduled-runs.ts";
import type { Ports } from "../ports.ts";
import { planOf } from "./plan-slots.ts";

/** Why a schedule is paused. Nothing is removed: it continues by itself once the reason is gone. */
export type SchedulePause =
  | { readonly code: "schedule-not-in-plan" }
  /** Until the next week begins, or the user chooses a larger plan. */
  | { readonly code: "scheduled-runs-used-up" };

/** Why no schedule may start a run with this plan and this week's use; null if one may. */
export function schedulePause(plan: WeeklyLimits, used: WeeklyUse): SchedulePause | null {
  if (plan.scheduledRuns === 0) return { code: "schedule-not-in-plan" };
  return hasRoomForScheduled(plan, used) ? null : { code: "scheduled-runs-used-up" };
}

/** The same, from the log for this week. */
async function weekPause(ports: Pick<Ports, "log" | "clock">, userId: string): Promise<SchedulePause | null> {
  const week = isoWeek(await ports.clock.now()).name;
  const counted = await aggregate(ports.log, quota).load({ userId, week });
  return schedulePause(await planOf(ports, userId), weeklyUse(counted));
}

/** The same for a new interval: the current one may stay, and can always be ended. */
export async function intervalPause(
  ports: Pick<Ports, "log" | "clock">,
  {
    userId,
    interval,
    present,
  }: { readonly userId: string; readonly interval?: number | undefined; readonly present: number },
): Promise<SchedulePause | null> {
  return interval === undefined || interval === 0 || interval === present ? null : weekPause(ports, userId);
}
