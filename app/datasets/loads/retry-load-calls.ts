import { retryLoad } from "#domain/use-cases/datasets/upload-version.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../../http/call-result.ts";
import type { Platform } from "../../platform.ts";

/** Has a file whose load has failed loaded again. `uploadId` absent: that of the newest load. */
export async function retryLoadOf(
  platform: Platform,
  asked: { readonly datasetId: string; readonly uploadId?: string | null; readonly takesColumns: boolean },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const { datasetId, takesColumns } = asked;
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item) return NOT_FOUND;
  if (!item.owned) return refuse("not-the-owner");
  const uploadId = asked.uploadId === undefined ? (item.loadFile?.uploadId ?? null) : asked.uploadId;
  const { hasFile, forgetProgress } = platform.uploads;
  const ports = { ...platform.ports, hasFile, forgetProgress };
  const retried = await toCallResult(
    platform,
    await retryLoad(ports, { datasetId, uploadId, takesColumns, by: viewer.id }, cause),
  );
  return retried.ok ? { ok: true, value: null } : retried;
}
