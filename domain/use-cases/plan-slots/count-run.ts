import { aggregate } from "../../core/aggregate.ts";
import type { CountedRun } from "../run-claims.ts";
import { quota, weeklyUse } from "../../quota/decider.ts";
import { isoWeek } from "../../quota/iso-week.ts";
import { type WeekRefusal, weekRefusal, type WeeklyUse } from "../../quota/weekly-runs.ts";
import type { Ports } from "../ports.ts";
import { planOf } from "./plan-slots.ts";

/** A run as it counts in its owner's week, by the owner's plan. */
export async function countedRun(
  { log, runs }: Pick<Ports, "log" | "runs">,
  {
    now,
    ...run
  }: Pick<CountedRun<WeekRefusal>, "runId" | "userId" | "scheduled" | "commandId"> & { readonly now: Date },
): Promise<CountedRun<WeekRefusal>> {
  const { userId, scheduled } = run;
  const { name: plan, ...limits } = await planOf({ log }, userId);
  const { name: week, resetsAt } = isoWeek(now);
  const about = { scheduled, resetsAt: resetsAt.toISOString() };
  return {
    ...run,
    week,
    refusal: (used) => weekRefusal({ ...limits, plan }, used, about),
    before: await usedInWeek({ log, runs }, userId, week),
  };
}

/** The runs of a user's week, which versions before claims have counted in the log. */
export async function usedInWeek(
  { log, runs }: Pick<Ports, "log" | "runs">,
  userId: string,
  week: string,
): Promise<WeeklyUse> {
  return (await runs.usedIn(userId, week)) ?? weeklyUse(await aggregate(log, quota).load({ userId, week }));
}
