import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import type { DatasetCard, UploadedFile } from "../../dataset/events.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { LoadSettings } from "../../dataset/load-settings.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { tableName } from "../../core/values/table.ts";

export type UploadPorts = Pick<Ports, "log" | "jobs"> & {
  /** Stores the received file for the job `load-dataset`; the same file again replaces it. */
  readonly keepFile: (datasetId: string) => Promise<void>;
};

/** Stores a received file, records its dataset and queues the job that loads its rows. */
export async function uploadDataset(
  ports: UploadPorts,
  input: DatasetCard & {
    readonly datasetId: string;
    readonly fileName: string;
    readonly file?: UploadedFile;
    readonly settings?: LoadSettings;
    readonly by: string;
  },
  cause: Cause,
): Promise<Result<{ readonly tableName: string }, DatasetRefusal>> {
  const { datasetId } = input;
  const name = tableName(input.title, datasetId);
  await ports.keepFile(datasetId);
  const created = await aggregate(ports.log, dataset).handle(
    datasetId,
    { type: "create", ...input, price: 0, tableName: name },
    step(cause, "create"),
  );
  if (!created.ok) return created;
  await ports.jobs.wake("load-dataset", datasetId);
  return accept({ tableName: name }, created.position);
}

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
