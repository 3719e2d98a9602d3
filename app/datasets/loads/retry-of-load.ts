import { KEPT_FOR_RETRY_MS, retryOf } from "#domain/dataset/load-failure.ts";
import type { LoadRow } from "#projections/catalogue/dataset-queries.ts";

/** How the newest load of a dataset, which has failed, may be tried again with the file that is kept. */
export type LoadRetry = {
  /** null: the first file of the dataset. */
  readonly uploadId: string | null;
  /** It failed because of its columns: the retry takes them. */
  readonly takesColumns: boolean;
  /** null: as long as the dataset. */
  readonly keptUntil: string | null;
};

/** The retry that a dataset whose newest load has ended offers at this time; null: none. */
export function retryOfLoad(
  { loadFailure, loadFile }: Pick<LoadRow, "loadFailure" | "loadFile">,
  nowMs: number,
): LoadRetry | null {
  const retry = loadFailure && loadFile && retryOf(loadFailure.code, loadFile);
  if (!retry) return null;
  const { uploadId, receivedAt } = loadFile;
  const keptUntilMs = Date.parse(receivedAt) + KEPT_FOR_RETRY_MS;
  if (uploadId !== null && keptUntilMs <= nowMs) return null;
  const keptUntil = uploadId === null ? null : new Date(keptUntilMs).toISOString();
  return { uploadId, takesColumns: retry === "columns", keptUntil };
}
