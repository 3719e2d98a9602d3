import { aggregate } from "../../core/aggregate.ts";
import type { Position } from "../../core/event-store.ts";
import { later } from "../../core/result.ts";
import { dataset } from "../../dataset/decider.ts";
import { quota, type QuotaRefusal } from "../../quota/decider.ts";
import { isUsed, type PlanSlotRequest, releasePlanSlot, takePlanSlot } from "../plan-slots/plan-slots.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type PlanSlotPorts = Pick<Ports, "log" | "clock" | "ids">;

export type ReconciledSlot = {
  /** Why the access ended: there was no plan slot left. null: slot and access agree. */
  readonly refusal: QuotaRefusal | null;
  readonly position: Position | null;
};

/**
 * Reconciles the plan slot of a dataset with the access of its user, after either changed. Another request may give
 * back a slot before the access that needs it is written, so each change of the access is followed by another check.
 * Access without a plan slot ends.
 */
export async function reconcileDatasetSlot(
  ports: PlanSlotPorts,
  slot: PlanSlotRequest,
  cause: Cause,
): Promise<ReconciledSlot> {
  let refusal: QuotaRefusal | null = null;
  let position: Position | null = null;
  // Checks again after its own change: access may have changed meanwhile.
  for (;;) {
    const [granted, taken] = await Promise.all([isUsed(ports, slot), isTaken(ports, slot)]);
    if (granted === taken) return { refusal, position };
    if (!granted) position = later(position, await releasePlanSlot(ports, slot, cause));
    else if ((refusal = await takePlanSlot(ports, slot, cause)) !== null)
      position = later(position, await endAccess(ports, slot, cause));
  }
}

async function isTaken({ log }: PlanSlotPorts, { userId, kind, itemId }: PlanSlotRequest): Promise<boolean> {
  return (await aggregate(log, quota).load({ userId }))[kind].has(itemId);
}

async function endAccess(
  { log, ids }: PlanSlotPorts,
  { userId, itemId }: PlanSlotRequest,
  cause: Cause,
): Promise<Position | null> {
  const removed = await aggregate(log, dataset).handle(
    itemId,
    { type: "remove-access", userId, by: userId },
    step(cause, `no-place/${ids.fresh()}`),
  );
  return removed.ok ? removed.position : null;
}
