import type { LoadReport } from "#domain/dataset/load-report.ts";
import { loadReportShape } from "../../../datasets/loads/load-report-shape.ts";
import { loadReportOf } from "../../../datasets/loads/load-report-calls.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { Platform } from "../../../platform.ts";
import { NOT_FOUND } from "../../call-result.ts";
import { loadFailureAnswer } from "../../refusals/load-failures.ts";
import { versionTag } from "../../version-tag.ts";
import { loadAccepted } from "../load-outcome.ts";
import { refusal, type UploadAnswer } from "../upload-answer.ts";

type Readers = Pick<Platform, "queries" | "readModels" | "site" | "uploads">;

/** Waits until the rows of an upload can be read or are refused, at most `waitMs` or until the client has left. */
export async function versionOutcome(
  platform: Readers,
  { datasetId, uploadId }: { readonly datasetId: string; readonly uploadId: string },
  userId: string,
  left: AbortSignal | null,
  waitMs: number,
): Promise<UploadAnswer> {
  const { queries, readModels, site } = platform;
  const ended = async () => {
    const item = await queries.catalogue.dataset(datasetId, userId);
    if (!item) return "gone" as const;
    if (item.failedUpload === uploadId) return item;
    if (item.loadedUpload !== uploadId) return null;
    // Streams read the table from a model of their own.
    const found = await queries.tables.find(datasetId, userId);
    return (found?.table.version ?? 0) >= item.version ? item : null;
  };
  const found = await readModels.until(ended, { timeoutMs: waitMs, ...(left ? { signal: left } : {}) });
  if (found === "gone") return refusal(NOT_FOUND);
  if (!found) {
    return loadAccepted(site, datasetId);
  }
  if (found.failedUpload === uploadId && found.loadFailure !== null)
    return refusal(loadFailureAnswer(found.loadFailure));
  return loaded(found, true, await loadReportOf(platform, datasetId, userId));
}

/** The current version as the answer to an upload. `isNew` false: it was made from the same bytes before. */
export function loaded(item: DatasetItem, isNew: boolean, report: LoadReport | null): UploadAnswer {
  const { id, version, tableName: table_name, rows: rowCount, rejected } = item;
  const columns = item.columns.map(({ name, label, type }) => ({ name, label, type }));
  const redirectUrl = `/dataset_profile/${id}`;
  const load_report = report && loadReportShape(report);
  return {
    status: 200,
    body: { id, version, unchanged: !isNew, table_name, rowCount, columns, rejected, redirectUrl, load_report },
    headers: { ETag: versionTag(version, "rows") },
    ...(isNew ? {} : { said: "This file is the current version already." }),
  };
}
