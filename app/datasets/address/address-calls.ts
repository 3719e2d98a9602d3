import type { DatasetCard } from "#domain/dataset/events.ts";
import type { DatasetFailure } from "#domain/dataset/load-failure.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { datasetAddress } from "#domain/use-cases/datasets/source/dataset-address.ts";
import { publishFromAddress } from "#domain/use-cases/datasets/source/publish-from-address.ts";
import { refreshDataset } from "#domain/use-cases/datasets/source/refresh-dataset.ts";
import { setRefreshInterval } from "#domain/use-cases/datasets/source/refresh-interval.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { RefreshRow } from "#projections/schedules/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused, toCallResult } from "../../http/call-result.ts";
import { loadFailureAnswer } from "../../http/refusals/load-failures.ts";
import type { Platform } from "../../platform.ts";
import { asSeen, cardFault, ownersOnly } from "../dataset-calls.ts";

/** How long a page waits for a file that it has asked for. */
export const PAGE_WAIT_MS = 8_000;

type FromAddress = {
  readonly url: string;
  /** Minutes; 0: it is refreshed by hand. */
  readonly interval: number;
  readonly settings: LoadSettings;
  readonly card: DatasetCard;
};

/** Publishes the file at an address as a dataset of the viewer's; its rows are fetched and loaded by a job. */
export async function publishFrom(
  platform: Platform,
  { url, interval, settings, card }: FromAddress,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ datasetId: string }>> {
  const fault = await cardFault(platform, card);
  if (fault) return fault;
  const decided = Object.keys(settings).length > 0 ? { settings } : {};
  const input = { ...card, title: card.title.trim(), url, interval, ...decided, by: viewer.id };
  const ports = { ...platform.ports, fileHosts: platform.fileHosts };
  return toCallResult(platform, await publishFromAddress(ports, input, cause));
}

/**
 * Waits until the first file of a dataset was fetched and loaded, or was not; null: it has not ended. What cannot be
 * loaded leaves no dataset, as an upload does not.
 */
export async function firstOutcome(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  waitMs: number,
  cause: Cause,
): Promise<Refused | "ready" | null> {
  const ended = async () => {
    const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
    return item && item.status !== "loading" ? item : null;
  };
  const item = await platform.readModels.until(ended, { timeoutMs: waitMs });
  if (item?.status !== "failed" || item.loadFailure === null) return item ? "ready" : null;
  const removal = { ...cause, commandId: `${cause.commandId}/refused` };
  await toCallResult(platform, await deleteDataset(platform.ports, { datasetId, by: viewer.id }, removal));
  await platform.uploads.remove(datasetId);
  return failedLoad(item.loadFailure);
}

/** A failed load as the refusal of the call that waited for it. */
export function failedLoad(failure: DatasetFailure): Refused {
  return { ok: false, ...loadFailureAnswer(failure) };
}

/** Begins a refresh of a dataset of the viewer's. `version`: the one that readers see until then. */
export async function refreshNow(
  platform: Platform,
  { datasetId, mayChangeColumns }: { readonly datasetId: string; readonly mayChangeColumns: boolean },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ uploadId: string; version: number }>> {
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item) return NOT_FOUND;
  const asked = { datasetId, mayChangeColumns, by: viewer.id };
  const begun = await toCallResult(platform, await refreshDataset(platform.ports, asked, cause));
  if (!begun.ok) return asSeen(platform, datasetId, viewer, begun);
  return { ok: true, value: { ...begun.value, version: item.version } };
}

/** Sets how often the file of a dataset of the viewer's is fetched. */
export async function changeInterval(
  platform: Platform,
  { datasetId, minutes }: { readonly datasetId: string; readonly minutes: number },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const asked = { datasetId, minutes, by: viewer.id };
  const changed = await toCallResult(platform, await setRefreshInterval(platform.ports, asked, cause));
  return asSeen(platform, datasetId, viewer, changed);
}

/** Where the files of a dataset come from, and its refreshes. */
export type AddressShown = {
  /** null: it is no longer stored. */
  readonly url: string | null;
  readonly host: string;
  readonly interval: number;
  /** null: it is not refreshed by itself, or a refresh is going on. */
  readonly nextAt: string | null;
  readonly checkedAt: string | null;
  readonly outcome: RefreshRow["outcome"];
  readonly isRefreshing: boolean;
};

/** For the owner of a dataset alone, because the address may hold a secret. */
export async function addressOf(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
): Promise<CallResult<AddressShown>> {
  const refused = await ownersOnly(platform, datasetId, viewer);
  if (refused) return refused;
  const row = await platform.queries.schedules.refreshOf(datasetId);
  if (!row) return refuse("dataset-without-address");
  const { ownerId, addressRef, host, refreshInterval: interval, dueAt: nextAt, checkedAt, outcome, running } = row;
  const url = await datasetAddress(platform.ports, { ownerId, addressRef });
  return { ok: true, value: { url, host, interval, nextAt, checkedAt, outcome, isRefreshing: running !== null } };
}
