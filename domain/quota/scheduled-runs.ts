/** What a plan allows per week; null is unlimited. */
export type WeeklyLimits = { readonly runsPerWeek: number | null; readonly scheduledRuns: number | null };

/** The runs of a week so far, and those of them started by schedules. */
export type WeeklyUse = { readonly runs: number; readonly scheduled: number };

/**
 * The limit that keeps a schedule from starting another run, which counts both as a run of the schedule and as a run;
 * null if there is room.
 */
export function scheduledLimitReached(limits: WeeklyLimits, used: WeeklyUse): number | null {
  return reached(used.scheduled, limits.scheduledRuns) ?? reached(used.runs, limits.runsPerWeek);
}

function reached(used: number, limit: number | null): number | null {
  return limit !== null && used >= limit ? limit : null;
}
