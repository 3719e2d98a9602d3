import { aggregate } from "../../core/aggregate.ts";
import { dataset } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import type { Cause } from "../step.ts";

/** What an upload is done under. `exists`: it was begun before. */
export type UploadAttempt = { readonly cause: Cause; readonly datasetId: string; readonly exists: boolean };

const MAX_ATTEMPTS = 20;

/** The attempt that a request stands for: a new one, with another id, after the first was refused and deleted. */
export async function uploadAttempt(ports: Pick<Ports, "log" | "ids">, first: Cause): Promise<UploadAttempt> {
  for (let number = 1; ; number += 1) {
    const commandId = number === 1 ? first.commandId : `${first.commandId}/${number}`;
    const datasetId = ports.ids.derive(commandId, "dataset");
    const { status } = await aggregate(ports.log, dataset).load(datasetId);
    if (status !== "deleted" || number === MAX_ATTEMPTS)
      return { cause: { ...first, commandId }, datasetId, exists: status !== "absent" };
  }
}

/** Whether an upload has left no dataset: it was deleted or never begun. The log is never late. */
export async function isUploadGone(ports: Pick<Ports, "log">, datasetId: string): Promise<boolean> {
  const { status } = await aggregate(ports.log, dataset).load(datasetId);
  return status === "absent" || status === "deleted" || status === "hidden";
}
