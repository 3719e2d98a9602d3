import { cancelLoad } from "#domain/use-cases/datasets/upload-version.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../../http/call-result.ts";
import type { Platform } from "../../platform.ts";

/** Cancels the load of a dataset's next version. `uploadId` absent: of the file that is being loaded now. */
export async function cancelLoadOf(
  platform: Platform,
  asked: { readonly datasetId: string; readonly uploadId?: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const { datasetId } = asked;
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item) return NOT_FOUND;
  if (!item.owned) return refuse("not-the-owner");
  const uploadId = asked.uploadId ?? item.loadingUpload;
  const cancelled = await toCallResult(
    platform,
    await cancelLoad(platform.ports, { datasetId, uploadId, by: viewer.id }, cause),
  );
  return cancelled.ok ? { ok: true, value: null } : cancelled;
}
