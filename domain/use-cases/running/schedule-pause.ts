import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { quota, type QuotaState, weeklyUse } from "../../quota/decider.ts";
import type { QuotaEvent } from "../../quota/events.ts";
import { isoWeek } from "../../quota/iso-week.ts";
import { hasRoomForScheduled, type WeeklyLimits, type WeeklyUse } from "../../quota/scheduled-runs.ts";
import { planOf } from "../plan-slots/places.ts";
import { streams } from "../streams.ts";

/** Why a schedule rests. Nothing is removed: it goes on by itself once the reason is gone. */
export type SchedulePause =
  | { readonly name: "schedule-not-in-plan" }
  /** Until the next week begins, or a larger plan is chosen. */
  | { readonly name: "scheduled-runs-used-up" };

/** Why no schedule of somebody with this plan may start a run in such a week; null when one may. */
export function schedulePause(plan: WeeklyLimits, used: WeeklyUse): SchedulePause | null {
  if (plan.scheduledRuns === 0) return { name: "schedule-not-in-plan" };
  return hasRoomForScheduled(plan, used) ? null : { name: "scheduled-runs-used-up" };
}

/** The same question, answered from the log for this week. */
export async function weekPause(ports: CorePorts, userId: string): Promise<SchedulePause | null> {
  const week = isoWeek(await ports.clock.now()).name;
  const counted = await loadState<QuotaState, QuotaEvent>(ports.log, quota, streams.weeklyRuns(userId, week));
  return schedulePause(await planOf(ports, userId), weeklyUse(counted.state));
}
