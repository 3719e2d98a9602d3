import { aggregate } from "../../core/aggregate.ts";
import { instance } from "../../instance/decider.ts";
import { configPrefix } from "../api-access/instance-config.ts";
import type { Cause } from "../step.ts";
import { activationOf } from "./activate-connector.ts";
import { finishRemoval, type RemovalPorts } from "./finish-removal.ts";

/**
 * Takes away what processes that died have left of instances: a removal is finished, and credentials of an instance that never
 * came to be are deleted. `held`: instances that the vault has kept secrets of for longer than two minutes; of those that the log does
 * not know, secrets stay where `unknownForLong` is false.
 */
export async function clearDeadInstances(
  ports: RemovalPorts,
  held: readonly { readonly ownerId: string; readonly instanceId: string; readonly unknownForLong?: boolean }[],
): Promise<void> {
  for (const { ownerId, instanceId, unknownForLong = true } of held) {
    if ((await aggregate(ports.log, instance).load(instanceId)).status === "active") continue;
    const activated = await activationOf(ports, instanceId);
    const cause: Cause = {
      actor: { kind: "system", name: "clean-up" },
      commandId: `dead/${instanceId}`,
      correlationId: instanceId,
    };
    if (activated) await finishRemoval(ports, { instanceId, ownerId, rootId: activated.rootId }, cause);
    else if (unknownForLong) await ports.vault.removeAll(ownerId, configPrefix(instanceId));
  }
}
