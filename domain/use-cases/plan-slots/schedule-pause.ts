import { isoWeek } from "../../quota/iso-week.ts";
import {
  scheduledLimitReached,
  type ScheduledRunsUsedUp,
  type WeeklyLimits,
  type WeeklyUse,
} from "../../quota/weekly-runs.ts";
import type { Ports } from "../ports.ts";
import { usedInWeek } from "./count-run.ts";
import { planOf } from "./plan-slots.ts";

/** Why a schedule is paused. Nothing is removed: it continues by itself once the reason is gone. */
export type SchedulePause =
  | { readonly code: "schedule-not-in-plan" }
  /** Until the next week begins, or the user chooses a larger plan. */
  | ScheduledRunsUsedUp;

/** Why no schedule may start a run with this plan and the use of the week that ends at `resetsAt`; null if one may. */
export function schedulePause(plan: WeeklyLimits, used: WeeklyUse, resetsAt: Date): SchedulePause | null {
  if (plan.scheduledRuns === 0) return { code: "schedule-not-in-plan" };
  const limit = scheduledLimitReached(plan, used);
  return limit === null ? null : { code: "scheduled-runs-used-up", limit, resetsAt: resetsAt.toISOString() };
}

/** The same for this week. */
async function weekPause(ports: Pick<Ports, "log" | "runs" | "clock">, userId: string): Promise<SchedulePause | null> {
  const { name: week, resetsAt } = isoWeek(await ports.clock.now());
  return schedulePause(await planOf(ports, userId), await usedInWeek(ports, userId, week), resetsAt);
}

/** The same for a new interval: the current one may stay, and can always be ended. */
export async function intervalPause(
  ports: Pick<Ports, "log" | "runs" | "clock">,
  {
    userId,
    interval,
    present,
  }: { readonly userId: string; readonly interval?: number | undefined; readonly present: number },
): Promise<SchedulePause | null> {
  return interval === undefined || interval === 0 || interval === present ? null : weekPause(ports, userId);
}
