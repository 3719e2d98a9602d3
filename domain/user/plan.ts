/** Plan numbers of the account page. 4 (Enterprise) is announced but cannot be chosen. */
export type PlanId = 1 | 2 | 3;

/**
 * null means unlimited. `runsPerWeek` counts every run of an ISO week (UTC); `scheduledRuns` only those of schedules.
 */
export type Plan = {
  readonly id: PlanId;
  readonly name: string;
  readonly connectors: number | null;
  readonly datasets: number | null;
  readonly runsPerWeek: number | null;
  readonly scheduledRuns: number | null;
};

export const PLANS: Readonly<Record<PlanId, Plan>> = {
  1: { id: 1, name: "Free", connectors: 5, datasets: 5, runsPerWeek: 5, scheduledRuns: 0 },
  2: { id: 2, name: "Pro", connectors: 20, datasets: 50, runsPerWeek: 50, scheduledRuns: 50 },
  3: { id: 3, name: "Ultra", connectors: null, datasets: null, runsPerWeek: null, scheduledRuns: null },
};
