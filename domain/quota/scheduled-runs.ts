/** What a plan allows per week; null is unlimited. */
export type WeeklyLimits = { readonly runsPerWeek: number | null; readonly scheduledRuns: number | null };

/** The runs of a week so far, and those of them started by schedules. */
export type WeeklyUse = { readonly runs: number; readonly scheduled: number };

/** Whether a schedule may start another run, which counts both as a run of the schedule and as a run. */
export function hasRoomForScheduled(limits: WeeklyLimits, used: WeeklyUse): boolean {
  return below(used.scheduled, limits.scheduledRuns) && below(used.runs, limits.runsPerWeek);
}

function below(used: number, limit: number | null): boolean {
  return limit === null || used < limit;
}
