import { dispatch } from "../core/dispatch.ts";
import type { CorePorts } from "../core/ports.ts";
import { quota, type QuotaRefusal } from "../quota/decider.ts";
import type { PlaceKind } from "../quota/events.ts";
import { type Plan, PLANS } from "../user/plan.ts";
import { loadUser } from "./sign-up.ts";
import { type Cause, step } from "./step.ts";
import { streams } from "./streams.ts";

/** The user's plan as the log has it. */
export async function planOf(ports: CorePorts, userId: string): Promise<Plan> {
  const state = await loadUser(ports, userId);
  return PLANS[state.status === "absent" ? 1 : state.plan];
}

/** Takes one of the places that the user's plan has for connections or datasets. null when it was taken. */
export async function takePlace(ports: CorePorts, request: { userId: string; kind: PlaceKind; itemId: string }, cause: Cause): Promise<QuotaRefusal | null> {
  const plan = await planOf(ports, request.userId);
  const limit = request.kind === "connector" ? plan.connectors : plan.datasets;
  const taken = await dispatch(ports.log, quota, {
    stream: streams.quota(request.userId),
    command: { type: "take-place", ...request, limit, plan: plan.name },
    context: step(cause, `take-place/${request.itemId}`),
  });
  return taken.ok ? null : taken.refusal;
}

/** Gives a place back; a place that was not taken is fine. */
export async function releasePlace(ports: CorePorts, request: { userId: string; kind: PlaceKind; itemId: string }, cause: Cause): Promise<string | null> {
  const released = await dispatch(ports.log, quota, {
    stream: streams.quota(request.userId),
    command: { type: "release-place", ...request },
    context: step(cause, `release-place/${request.itemId}`),
  });
  return released.ok ? released.position : null;
}
