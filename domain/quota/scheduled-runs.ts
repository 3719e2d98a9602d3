/** What a plan allows in one week; null is unlimited. */
export type WeeklyLimits = { readonly runsPerWeek: number | null; readonly scheduledRuns: number | null };

/** What a week has seen so far: all runs, and those of schedules among them. */
export type WeeklyUse = { readonly runs: number; readonly scheduled: number };

/** Whether a schedule may start one more run: its runs count as runs of the schedule and as runs at all. */
export function hasRoomForScheduled(limits: WeeklyLimits, used: WeeklyUse): boolean {
  return below(used.scheduled, limits.scheduledRuns) && below(used.runs, limits.runsPerWeek);
}

function below(used: number, limit: number | null): boolean {
  return limit === null || used < limit;
}
