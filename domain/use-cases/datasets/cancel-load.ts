import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import type { CancelLoad } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { loadJob } from "./upload-version.ts";

/**
 * Ends the load of a dataset's next version. A job that is doing it notices and removes what it had loaded; the file of
 * one that has not begun is removed by its job.
 */
export async function cancelLoad(
  { log, jobs }: Pick<Ports, "log" | "jobs">,
  { datasetId, ...asked }: CancelLoad & { readonly datasetId: string },
  cause: Cause,
): Promise<Result<null, DatasetRefusal>> {
  const command = { type: "cancel-load", ...asked } as const;
  const cancelled = await aggregate(log, dataset).handle(datasetId, command, step(cause, "cancel-load"));
  if (!cancelled.ok) return cancelled;
  await jobs.wake("load-dataset", loadJob(datasetId, asked.uploadId));
  return accept(null, cancelled.position);
}
