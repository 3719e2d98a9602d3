import { aggregate } from "../../core/aggregate.ts";
import { dataset } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import type { Cause } from "../step.ts";

/** The cause and dataset id of an upload. `exists`: it was begun before. */
export type UploadAttempt = { readonly cause: Cause; readonly datasetId: string; readonly exists: boolean };

const MAX_ATTEMPTS = 20;

/** The attempt of a request: a new one, with another id, if the first was refused and deleted. */
export async function uploadAttempt(ports: Pick<Ports, "log" | "ids">, first: Cause): Promise<UploadAttempt> {
  for (let number = 1; ; number += 1) {
    const commandId = number === 1 ? first.commandId : `${first.commandId}/${number}`;
    const datasetId = ports.ids.derive(commandId, "dataset");
    const { status } = await aggregate(ports.log, dataset).load(datasetId);
    if (status !== "deleted" || number === MAX_ATTEMPTS)
      return { cause: { ...first, commandId }, datasetId, exists: status !== "absent" };
  }
}

/** Whether an upload has no dataset: it was deleted or never begun. Reads the log, which is always current. */
export async function isUploadGone(ports: Pick<Ports, "log">, datasetId: string): Promise<boolean> {
  const { status } = await aggregate(ports.log, dataset).load(datasetId);
  return status === "absent" || status === "deleted" || status === "hidden";
}
