/** What a plan allows per week; null is unlimited. */
export type WeeklyLimits = { readonly runsPerWeek: number | null; readonly scheduledRuns: number | null };

/** The runs of a week so far, and those of them started by schedules. */
export type WeeklyUse = { readonly runs: number; readonly scheduled: number };

export const NO_RUNS: WeeklyUse = { runs: 0, scheduled: 0 };

/** `limit` is that of the plan, for the week that ends at `resetsAt`. */
export type ScheduledRunsUsedUp = {
  readonly code: "scheduled-runs-used-up";
  readonly limit: number;
  readonly resetsAt: string;
};

export type WeekRefusal =
  | {
      readonly code: "runs-used-up";
      readonly used: number;
      readonly limit: number;
      readonly plan: string;
      readonly resetsAt: string;
    }
  | ScheduledRunsUsedUp;

/** Why one more run does not fit into a week; null if it does. `plan`: its name. */
export function weekRefusal(
  { runsPerWeek, scheduledRuns, plan }: WeeklyLimits & { readonly plan: string },
  used: WeeklyUse,
  { scheduled, resetsAt }: { readonly scheduled: boolean; readonly resetsAt: string },
): WeekRefusal | null {
  if (scheduled) {
    const limit = scheduledLimitReached({ runsPerWeek, scheduledRuns }, used);
    return limit === null ? null : { code: "scheduled-runs-used-up", limit, resetsAt };
  }
  const limit = reached(used.runs, runsPerWeek);
  return limit === null ? null : { code: "runs-used-up", used: used.runs, limit, plan, resetsAt };
}

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
