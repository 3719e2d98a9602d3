import { aggregate, view } from "../../core/aggregate.ts";
import type { CommandAttempt, Position } from "../../core/event-store.ts";
import { dataset } from "../../dataset/decider.ts";
import { instance } from "../../instance/decider.ts";
import { quota, type QuotaRefusal } from "../../quota/decider.ts";
import type { PlanSlotKind } from "../../quota/events.ts";
import { account } from "../../user/account.ts";
import { type Plan, PLANS } from "../../user/plan.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type PlanSlotPorts = Pick<Ports, "log" | "ids" | "clock">;

export type PlanSlotRequest = { readonly userId: string; readonly kind: PlanSlotKind; readonly itemId: string };

/** A slot still without its item after this time belongs to a process that died. */
export const SLOT_UNUSED_AFTER_MS = 120_000;

/** The user's plan, from the log. */
export async function planOf({ log }: Pick<Ports, "log">, userId: string): Promise<Plan> {
  return PLANS[(await view(log, account).load(userId)).plan];
}

/**
 * Takes one of the user's plan slots for instances or datasets; null if it was taken. Before it refuses because the
 * slots are used up, it frees slots of dead processes. `known`: the user's plan, if the caller has read it.
 */
export async function takePlanSlot(
  ports: PlanSlotPorts,
  request: PlanSlotRequest,
  cause: Cause,
  known?: Plan,
): Promise<QuotaRefusal | null> {
  const plan = known ?? (await planOf(ports, request.userId));
  const refusal = await tryToTake(ports, request, plan, cause);
  if (refusal?.code !== "places-used-up") return refusal;
  const freed = await reconcilePlanSlots(ports, request.userId, request.kind, cause);
  return freed === 0 ? refusal : tryToTake(ports, request, plan, cause);
}

async function tryToTake(
  ports: PlanSlotPorts,
  request: PlanSlotRequest,
  plan: Plan,
  cause: Cause,
): Promise<QuotaRefusal | null> {
  const limit = request.kind === "connector" ? plan.connectors : plan.datasets;
  const taken = await aggregate(ports.log, quota).handle(
    { userId: request.userId },
    { type: "take-place", ...request, limit, plan: plan.name },
    withFreshId(ports, cause, `take-place/${request.itemId}`),
  );
  return taken.ok ? null : taken.refusal;
}

/** Gives a plan slot back; one that was not taken is fine. */
export async function releasePlanSlot(
  ports: PlanSlotPorts,
  request: PlanSlotRequest,
  cause: Cause,
): Promise<Position | null> {
  const released = await aggregate(ports.log, quota).handle(
    { userId: request.userId },
    { type: "release-place", ...request },
    withFreshId(ports, cause, `release-place/${request.itemId}`),
  );
  return released.ok ? released.position : null;
}

/**
 * A process that failed and is repeated with the same command takes and releases its slot more than once, and each time
 * counts: the first result would be "taken" for a slot that is free again. A slot already taken is not taken twice.
 */
function withFreshId(ports: Pick<Ports, "ids">, cause: Cause, name: string): CommandAttempt {
  return step({ ...cause, fresh: true }, `${name}/${ports.ids.fresh()}`);
}

/**
 * Gives back plan slots whose item was never created, or is gone, because their process died between two steps. Slots
 * younger than two minutes stay, because their process may still be working. Returns how many were given back.
 */
async function reconcilePlanSlots(
  ports: PlanSlotPorts,
  userId: string,
  kind: PlanSlotKind,
  cause: Cause,
): Promise<number> {
  const quotas = aggregate(ports.log, quota);
  const held = (await quotas.load({ userId }))[kind];
  const unused: string[] = [];
  for (const itemId of held.toMap().keys()) {
    if (!(await isUsed(ports, { userId, kind, itemId }))) unused.push(itemId);
  }
  if (unused.length === 0) return 0;
  // The times are only in the events, which are read only after a process died.
  const events = await quotas.history({ userId });
  const now = (await ports.clock.now()).getTime();
  let freed = 0;
  for (const itemId of unused) {
    const taken = events.findLast(
      (event) => event.type === "PlaceTaken" && event.data.itemId === itemId && event.data.kind === kind,
    );
    if (now - Date.parse(taken?.recordedAt ?? "") < SLOT_UNUSED_AFTER_MS) continue;
    await releasePlanSlot(ports, { userId, kind, itemId }, cause);
    freed += 1;
  }
  return freed;
}

/** Whether the item of a plan slot exists: the instance, or the access to the dataset. */
export async function isUsed({ log }: Pick<Ports, "log">, { userId, kind, itemId }: PlanSlotRequest): Promise<boolean> {
  if (kind === "connector") {
    const state = await aggregate(log, instance).load(itemId);
    return state.status === "active" && state.ownerId === userId;
  }
  const state = await aggregate(log, dataset).load(itemId);
  return "grantees" in state && state.grantees.has(userId);
}
