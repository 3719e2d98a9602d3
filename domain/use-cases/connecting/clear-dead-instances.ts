import { aggregate } from "../../core/aggregate.ts";
import { instance } from "../../instance/decider.ts";
import { configPrefix } from "../api-access/instance-config.ts";
import type { Cause } from "../step.ts";
import { activationOf } from "./activate-connector.ts";
import { finishRemoval, type RemovalPorts } from "./finish-removal.ts";

/**
 * Cleans up after processes that died: finishes removals, and deletes credentials of instances that were never created.
 * `held`: instances whose secrets have been in the vault for more than two minutes; for those that are not in the log,
 * secrets stay if `unknownForLong` is false.
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
