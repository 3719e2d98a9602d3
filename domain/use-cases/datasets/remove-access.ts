import { aggregate } from "../../core/aggregate.ts";
import { accept, later, type Result } from "../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { reconcileDatasetSlot } from "./dataset-slots.ts";

/**
 * Leaves a dataset, or removes another user's access as its owner. The last one to leave a hidden dataset deletes it.
 */
export async function removeAccess(
  ports: Pick<Ports, "log" | "clock" | "ids">,
  { datasetId, userId, by }: { readonly datasetId: string; readonly userId: string; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly deleted: boolean }, DatasetRefusal>> {
  const removed = await aggregate(ports.log, dataset).handle(
    datasetId,
    { type: "remove-access", userId, by },
    step(cause, "remove-access"),
  );
  if (!removed.ok) return removed;
  const settled = await reconcileDatasetSlot(ports, { userId, kind: "dataset", itemId: datasetId }, cause);
  const deleted = removed.value.some(({ type }) => type === "DatasetDeleted");
  return accept({ deleted }, later(removed.position, settled.position));
}
