import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { dataset, type DatasetState } from "../../dataset/decider.ts";
import type { DatasetEvent } from "../../dataset/events.ts";
import { streams } from "../streams.ts";

/** The state of a dataset, read from the log. */
export async function loadDataset(ports: Pick<CorePorts, "log">, datasetId: string): Promise<DatasetState> {
  return (await loadState<DatasetState, DatasetEvent>(ports.log, dataset, streams.dataset(datasetId))).state;
}
