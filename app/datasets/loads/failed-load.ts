import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import { loadFailureSentence } from "../../http/refusals/load-failures.ts";
import { retryOfLoad } from "./retry-of-load.ts";

/** Why the newest file of a dataset is not there, and whether it may be loaded again. */
type FailedLoad = { readonly loadError: string; readonly fileKept: boolean };

/** What the owner reads of a load that failed: nothing while another one is on its way, or when it was cancelled. */
export function failedLoad(
  item: Pick<DatasetItem, "owned" | "loadFailure" | "loadFile" | "loadingVersion">,
  nowMs: number,
): FailedLoad | null {
  const { owned, loadFailure, loadingVersion } = item;
  if (!owned || loadingVersion !== null || loadFailure === null || loadFailure.code === "cancelled") return null;
  return { loadError: loadFailureSentence(loadFailure), fileKept: retryOfLoad(item, nowMs) !== null };
}
