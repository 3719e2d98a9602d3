import { connector, type ConnectorRefusal } from "../../connector/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** Deletes a connector; if other users have instances, it becomes inactive until the last one is removed. */
export async function deleteConnector(
  { log }: Pick<Ports, "log">,
  { rootId, by }: { readonly rootId: string; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly deleted: boolean }, ConnectorRefusal>> {
  const decided = await aggregate(log, connector).handle(rootId, { type: "delete", by }, step(cause, "delete"));
  if (!decided.ok) return decided;
  return accept({ deleted: decided.value.some(({ type }) => type === "ConnectorDeleted") }, decided.position);
}
