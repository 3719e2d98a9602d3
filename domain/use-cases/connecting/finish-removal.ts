import { connector } from "../../connector/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import type { Position } from "../../core/event-store.ts";
import { later } from "../../core/result.ts";
import { configPrefix } from "../api-access/instance-config.ts";
import { releasePlanSlot } from "../plan-slots/plan-slots.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type RemovalPorts = Pick<Ports, "log" | "clock" | "ids" | "vault">;

/**
 * The steps after a removal. Safe to run twice; `clearDeadInstances` finishes them after a crash, which it detects by
 * the remaining secrets.
 */
export async function finishRemoval(
  ports: RemovalPorts,
  { instanceId, ownerId, rootId }: { readonly instanceId: string; readonly ownerId: string; readonly rootId: string },
  cause: Cause,
): Promise<Position | null> {
  const released = await releasePlanSlot(ports, { userId: ownerId, kind: "connector", itemId: instanceId }, cause);
  const left = await aggregate(ports.log, connector).handle(
    rootId,
    { type: "unsubscribe", instanceId, userId: ownerId },
    step(cause, "unsubscribe"),
  );
  await ports.vault.removeAll(ownerId, configPrefix(instanceId));
  return later(released, left.ok ? left.position : null);
}
