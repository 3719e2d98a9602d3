import { isUploadGone } from "#domain/use-cases/datasets/upload-dataset.ts";
import type { Platform, Site } from "../../platform.ts";
import { loadReportShape } from "../../datasets/loads/load-report-shape.ts";
import { loadReportOf } from "../../datasets/loads/load-report-calls.ts";
import { acceptedHeaders, loadStatusUrl } from "../../waiting/accepted.ts";
import { NOT_FOUND } from "../call-result.ts";
import { loadFailureAnswer } from "../refusals/load-failures.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";

/** How long an upload waits for its rows, if its client wishes nothing else. */
export const LOAD_WAIT_MS = 30_000;
/** After this wait a dataset that is missing in the read model is looked up in the log, which is always current. */
const UNKNOWN_DATASET_WAIT_MS = 5_000;

/** The answer while rows load: where to wait for them. */
export function loadAccepted(site: Site, id: string): UploadAnswer {
  const status_url = loadStatusUrl(site, id);
  const body = { id, job: `/upload/job/${id}`, redirectUrl: `/dataset_profile/${id}`, status_url };
  return { status: 202, body, headers: acceptedHeaders(status_url) };
}

/** Waits until the rows can be read or are refused, at most `waitMs` or until the client has left. */
export async function loadOutcome(
  platform: Pick<Platform, "queries" | "readModels" | "site" | "uploads"> & {
    readonly ports: Pick<Platform["ports"], "log">;
  },
  datasetId: string,
  userId: string,
  left: AbortSignal | null,
  waitMs = LOAD_WAIT_MS,
): Promise<UploadAnswer> {
  const redirectUrl = `/dataset_profile/${datasetId}`;
  const { queries, readModels } = platform;
  const item = () => queries.catalogue.dataset(datasetId, userId);
  const signal = left ? { signal: left } : {};
  const known = await readModels.until(item, { timeoutMs: UNKNOWN_DATASET_WAIT_MS, ...signal });
  if (!known && !left?.aborted && (await isUploadGone(platform.ports, datasetId))) return refusal(NOT_FOUND);
  const ended = async () => {
    const found = await item();
    // It was deleted meanwhile.
    if (!found && known) return "gone" as const;
    return found?.status === "ready" || found?.status === "failed" ? found : null;
  };
  const found = await readModels.until(ended, { timeoutMs: waitMs, ...signal });
  if (found === "gone") return refusal(NOT_FOUND);
  if (!found) return loadAccepted(platform.site, datasetId);
  if (found.status === "failed" && found.loadFailure !== null) return refusal(loadFailureAnswer(found.loadFailure));
  const columns = found.columns.map(({ name, label, type }) => ({ name, label, type }));
  const { tableName: table_name, rows: rowCount, rejected } = found;
  const report = await loadReportOf(platform, datasetId, userId);
  return {
    status: 201,
    body: {
      ...{ id: datasetId, table_name, rowCount, columns, rejected, redirectUrl },
      load_report: report && loadReportShape(report),
    },
    headers: { Location: `${platform.site.appUrl}/api/assets/${datasetId}` },
  };
}
