import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** Deletes a dataset, or hides it while others still have access. */
export async function deleteDataset(
  { log }: Pick<Ports, "log">,
  { datasetId, by }: { readonly datasetId: string; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly deleted: boolean }, DatasetRefusal>> {
  const decided = await aggregate(log, dataset).handle(datasetId, { type: "delete", by }, step(cause, "delete"));
  if (!decided.ok) return decided;
  return accept({ deleted: decided.value.some(({ type }) => type === "DatasetDeleted") }, decided.position);
}
