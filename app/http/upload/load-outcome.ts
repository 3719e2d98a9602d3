import { loadDataset } from "#domain/use-cases/datasets/load-dataset.ts";
import type { Platform } from "../../platform.ts";
import { NOT_FOUND } from "../call-result.ts";
import { refusal, type UploadAnswer } from "./upload-answer.ts";

const WAIT_MS = 30_000;
/** A dataset that the read model does not have by then is looked for in the log, which is never late. */
export const UNKNOWN_MS = 5_000;
const LOOK_MS = 200;

const STATUS: Readonly<Record<string, number>> = {
  "too-large": 413,
  "too-many-columns": 413,
  "cell-too-large": 413,
  quota: 429,
  "no-room": 507,
  fault: 500,
};

/** Waits until the rows can be read or are refused, at most 30 s or until the client has left. */
export async function loadOutcome(
  platform: Platform,
  datasetId: string,
  userId: string,
  hasLeft: () => boolean,
): Promise<UploadAnswer> {
  const redirectUrl = `/dataset_profile/${datasetId}`;
  const begun = Date.now();
  for (;;) {
    const item = await platform.queries.catalogue.dataset(datasetId, userId);
    if (item?.status === "failed") return failedLoad(platform, datasetId, item.load_error);
    if (item?.status === "ready") {
      const columns = item.columns.map(({ name, label, type }) => ({ name, label, type }));
      return {
        status: 201,
        body: {
          id: datasetId,
          table_name: item.table_name,
          rowCount: item.rows,
          columns,
          rejected: item.rejected,
          redirectUrl,
        },
      };
    }
    if (!item && Date.now() > begun + UNKNOWN_MS && (await isGone(platform, datasetId))) return refusal(NOT_FOUND);
    if (Date.now() >= begun + WAIT_MS || hasLeft())
      return { status: 202, body: { id: datasetId, job: `/upload/job/${datasetId}`, redirectUrl } };
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function isGone(platform: Platform, datasetId: string): Promise<boolean> {
  const { status } = await loadDataset(platform.ports, datasetId);
  return status !== "loading" && status !== "ready" && status !== "failed";
}

async function failedLoad(platform: Platform, datasetId: string, sentence: string | null): Promise<UploadAnswer> {
  const state = await loadDataset(platform.ports, datasetId);
  const code = "loadFailure" in state ? state.loadFailure : null;
  return refusal({
    status: STATUS[code ?? ""] ?? 400,
    error: sentence ?? "Upload failed",
    ...(code === "no-room" || code === "quota" ? { retryAfterSeconds: 3_600 } : {}),
  });
}
