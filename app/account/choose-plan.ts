import { type Cause, step } from "#domain/use-cases/step.ts";
import { user } from "#domain/user/decider.ts";
import { type PlanId, PLANS } from "#domain/user/plan.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse } from "../http/call-result.ts";
import { waitForReadModels } from "../http/wait-for-read-models.ts";
import type { Platform } from "../platform.ts";
import { aggregate } from "#domain/core/aggregate.ts";

/** Changes the plan; lowering it removes nothing. */
export async function choosePlan(
  platform: Platform,
  plan: number,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<PlanId>> {
  if (plan === 4) return refuse("plan-coming-soon");
  if (!isPlan(plan)) return refuse("plan-unknown");
  const chosen = await aggregate(platform.ports.log, user).handle(
    viewer.id,
    { type: "choose-plan", userId: viewer.id, plan },
    step(cause, "choose-plan"),
  );
  if (!chosen.ok) return refuse("user-unknown");
  await waitForReadModels(platform, chosen.position);
  return { ok: true, value: plan };
}

function isPlan(plan: number): plan is PlanId {
  return plan in PLANS;
}
