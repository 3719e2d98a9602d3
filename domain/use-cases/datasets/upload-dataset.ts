import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import type { DatasetCard } from "../../dataset/events.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { tableName } from "./table-name.ts";

export type UploadPorts = Pick<Ports, "log" | "jobs"> & {
  /** Stores the received file for the job `load-dataset`; the same file again replaces it. */
  readonly keepFile: (datasetId: string) => Promise<void>;
};

/** Stores a received file, records its dataset and queues the job that loads its rows. */
export async function uploadDataset(
  ports: UploadPorts,
  input: DatasetCard & { readonly datasetId: string; readonly fileName: string; readonly by: string },
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
