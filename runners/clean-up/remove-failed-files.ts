import { KEPT_FOR_RETRY_MS } from "#domain/dataset/load-failure.ts";
import type { Queries } from "#projections/all.ts";

type FailedFilesPorts = Pick<Queries["catalogue"], "filesOfFailedLoads"> & {
  readonly removeVersions: (
    files: readonly { readonly datasetId: string; readonly uploadId: string }[],
  ) => Promise<void>;
};

const HOUR_MS = 3_600_000;
/** A retry at the last moment is in the read model by then. */
const GRACE_MS = HOUR_MS;
/** Rounds that fail for so long leave files behind, until the next load of their dataset. */
const LOOKS_BACK_MS = 7 * 24 * HOUR_MS;
const AT_ONCE = 500;

/** Removes files that were kept after a failed load and were not loaded again. A file that is gone is ignored. */
export async function removeFailedFiles(
  { filesOfFailedLoads, removeVersions }: FailedFilesPorts,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() - KEPT_FOR_RETRY_MS - GRACE_MS);
  const received = { from: new Date(until.getTime() - LOOKS_BACK_MS), until };
  for (let after = ""; ;) {
    const files = await filesOfFailedLoads(received, after, AT_ONCE);
    await removeVersions(files);
    const last = files.at(-1);
    if (!last) return;
    after = last.datasetId;
  }
}
