import { aggregate } from "../../core/aggregate.ts";
import { accept, later, refuse, type Result } from "../../core/result.ts";
import { instance, type InstanceRefusal } from "../../instance/decider.ts";
import { type Cause, step } from "../step.ts";
import { finishRemoval, type RemovalPorts } from "./finish-removal.ts";
import { stateBefore } from "./replace-setup.ts";

/** Disconnects: frees the plan slot, deletes the credentials, and removes the output table for its readers. */
export async function removeInstance(
  ports: RemovalPorts,
  { instanceId, by }: { readonly instanceId: string; readonly by: string },
  cause: Cause,
): Promise<Result<null, InstanceRefusal>> {
  const context = step(cause, "remove");
  const { state } = await stateBefore(ports, instanceId, context.commandId);
  if (state.status !== "active") return refuse({ code: "instance-unknown" });
  const removed = await aggregate(ports.log, instance).handle(instanceId, { type: "remove", by }, context);
  if (!removed.ok) return removed;
  return accept(null, later(removed.position, await finishRemoval(ports, state, cause)));
}
