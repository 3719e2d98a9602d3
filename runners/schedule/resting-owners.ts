import { isoWeek } from "#domain/quota/iso-week.ts";
import { PLANS, type PlanId } from "#domain/user/plan.ts";
import { schedulePause } from "#domain/use-cases/plan-slots/schedule-pause.ts";
import type { Queries } from "#projections/all.ts";

/** Those of these users whose plan lets no schedule start anything now. */
export async function restingOwners(
  queries: Pick<Queries, "users" | "usage">,
  ownerIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const owners = [...new Set(ownerIds)];
  const week = isoWeek(now);
  const plans = await queries.users.plansOf(owners);
  const used = await queries.usage.runsOfUsers(owners, week.name);
  const isResting = (id: string) =>
    schedulePause(PLANS[(plans.get(id) ?? 1) as PlanId], used.get(id) ?? { runs: 0, scheduled: 0 }, week.resetsAt) !==
    null;
  return new Set(owners.filter(isResting));
}
