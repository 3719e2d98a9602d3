import { aggregate } from "../../core/aggregate.ts";
import type { Result } from "../../core/result.ts";
import type { CancelLoad } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** Ends the load of a dataset's next version. The job that does it notices, and removes what it had loaded. */
export function cancelLoad(
  { log }: Pick<Ports, "log">,
  { datasetId, ...asked }: CancelLoad & { readonly datasetId: string },
  cause: Cause,
): Promise<Result<unknown, DatasetRefusal>> {
  return aggregate(log, dataset).handle(datasetId, { type: "cancel-load", ...asked }, step(cause, "cancel-load"));
}
