import { type Cause, step } from "#domain/use-cases/step.ts";
import type { Confirmation } from "#domain/dataset/commands.ts";
import type { DatasetCard } from "#domain/dataset/events.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { isUpdateFrequency } from "#domain/dataset/update-frequencies.ts";
import { isLicense, NO_LICENSE } from "#domain/dataset/licenses.ts";
import type { Grant } from "#projections/catalogue/grant-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { unfitCard } from "./card-fields.ts";
import { endOfAccess } from "./end-of-access.ts";
import { isSpdx } from "./license-options.ts";
import { categoryFault } from "../connectors/categories.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";
import { removeAccess } from "#domain/use-cases/datasets/remove-access.ts";
import { shareDataset } from "#domain/use-cases/datasets/share-dataset.ts";
import { takeAccess } from "#domain/use-cases/datasets/take-access.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { isWebAddress } from "#domain/core/text/web-address.ts";

/** Gives the viewer access to a public dataset. */
export async function grant(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  return toCallResult(platform, await takeAccess(platform.ports, { datasetId, userId: viewer.id }, cause));
}

/** Removes the viewer's access; the last one to leave a hidden dataset deletes it. */
export async function leave(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ message: string; deleted: boolean }>> {
  const removed = await toCallResult(
    platform,
    await removeAccess(platform.ports, { datasetId, userId: viewer.id, by: viewer.id }, cause),
  );
  if (!removed.ok) return removed;
  const { deleted } = removed.value;
  if (deleted) await forgetFiles(platform, datasetId);
  return {
    ok: true,
    value: {
      deleted,
      message: deleted
        ? "Your access was removed. You were the last one, so the dataset was deleted."
        : "Your access was removed.",
    },
  };
}

/** Deletes a dataset of the viewer's, or hides it while others have access. */
export async function erase(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ message: string; deleted: boolean }>> {
  const gone = await toCallResult(platform, await deleteDataset(platform.ports, { datasetId, by: viewer.id }, cause));
  if (!gone.ok) return asSeen(platform, datasetId, viewer, gone);
  const { deleted } = gone.value;
  if (deleted) await forgetFiles(platform, datasetId);
  const message = deleted
    ? "The dataset was deleted."
    : "The dataset is hidden now. It is deleted when the last subscriber removes access.";
  return { ok: true, value: { deleted, message } };
}

/** Deletion takes effect at once, for files and rows too. */
async function forgetFiles(platform: Platform, datasetId: string): Promise<void> {
  await platform.uploads.remove(datasetId);
  await platform.images.removeOthers(datasetId, null);
  await platform.jobs.wake("clean-up", "");
}

/** A card without a title. */
export const BLANK_CARD: DatasetCard = {
  title: "",
  description: "",
  category: "API",
  keywords: [],
  isPublic: false,
  onRequest: false,
  license: NO_LICENSE,
};

/** The fault of the given fields of a card. */
export async function cardFault(platform: Platform, card: Partial<DatasetCard>): Promise<Refused | null> {
  const { title, category, license, sourceUrl = "", updateFrequency = "" } = card;
  const unfit = unfitCard(card);
  if (unfit) return refuse(unfit.code, unfit);
  if (title?.trim() === "") return refuse("dataset-title-missing");
  const unknown = category === undefined ? null : await categoryFault(platform, category);
  if (unknown) return unknown;
  if (license !== undefined && !isLicense(license) && !isSpdx(license)) return refuse("licence-unknown");
  if (sourceUrl !== "" && !isWebAddress(sourceUrl)) return refuse("source-url-invalid");
  if (updateFrequency !== "" && !isUpdateFrequency(updateFrequency)) return refuse("update-frequency-unknown");
  return null;
}

/** Changes the card of a dataset of the viewer's. */
export async function edit(
  platform: Platform,
  datasetId: string,
  card: Partial<DatasetCard>,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  const fault = await cardFault(platform, card);
  if (fault) return fault;
  const edited = await toCallResult(
    platform,
    await aggregate(platform.ports.log, dataset).handle(
      datasetId,
      { type: "edit", by: viewer.id, card },
      step(cause, "edit"),
    ),
  );
  return asSeen(platform, datasetId, viewer, edited);
}

/**
 * A result as the viewer may know it: for who may not see the dataset any more it is missing. The domain learns of an
 * access that has ended a little later than its readers.
 */
export async function asSeen<T>(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  result: CallResult<T>,
): Promise<CallResult<T>> {
  const isStranger = !result.ok && result.status === refuse("not-the-owner").status;
  return isStranger && !(await platform.queries.catalogue.dataset(datasetId, viewer.id)) ? NOT_FOUND : result;
}

/** `until`: when the access ends; null: it does not. */
export type Share = Pick<Grant, "grantedAt" | "until"> & { readonly email: string; readonly name: string };

/** The people with whom a dataset is shared; for its owner only. */
export async function sharesOf(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
): Promise<CallResult<readonly Share[]>> {
  const refused = await ownersOnly(platform, datasetId, viewer);
  return (
    refused ?? { ok: true, value: await withNames(platform, await platform.queries.catalogue.grantees(datasetId)) }
  );
}

/** A page of them. */
export async function sharesPage(
  platform: Platform,
  datasetId: string,
  viewer: UserRow,
  range: ListRange,
): Promise<CallResult<CursorPage<Share>>> {
  const refused = await ownersOnly(platform, datasetId, viewer);
  if (refused) return refused;
  const { items, ...page } = await platform.queries.catalogue.granteesPage(datasetId, range);
  return { ok: true, value: { ...page, items: await withNames(platform, items) } };
}

/** The refusal of who does not own a dataset. */
export async function ownersOnly(platform: Platform, datasetId: string, viewer: UserRow): Promise<Refused | null> {
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item) return NOT_FOUND;
  return item.owned ? null : refuse("not-the-owner");
}

async function withNames(platform: Platform, grants: readonly Grant[]): Promise<Share[]> {
  const people = new Map(
    (await platform.queries.users.byIds(grants.map((each) => each.userId))).map((person) => [person.id, person]),
  );
  return grants.flatMap(({ userId, grantedAt, until }) => {
    const person = people.get(userId);
    return person ? [{ email: person.email, name: person.name, grantedAt, until }] : [];
  });
}

/** `until`: a day or a moment, empty for access without end; absent: an end that it has stays. */
type ShareRequest = {
  readonly datasetId: string;
  readonly email: string;
  readonly until?: string | undefined;
} & Confirmation;

/** Gives the person with this address access to a dataset of the viewer's. */
export async function share(
  platform: Platform,
  { until: typed, ...request }: ShareRequest,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ userId: string }>> {
  const until = typed === undefined ? undefined : endOfAccess(typed);
  if (until && typeof until !== "string") return until;
  const limit = await platform.limits.consume("share", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const terms = { ...request, by: viewer.id, ...(until === undefined ? {} : { until }) };
  const shared = await toCallResult(platform, await shareDataset(platform.ports, terms, cause));
  return asSeen(platform, request.datasetId, viewer, shared);
}

/** Removes that access again. */
export async function unshare(
  platform: Platform,
  datasetId: string,
  email: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  const refused = await ownersOnly(platform, datasetId, viewer);
  if (refused) return refused;
  const wanted = email.trim().toLowerCase();
  const grants = await platform.queries.catalogue.grantees(datasetId);
  const people = await platform.queries.users.byIds(grants.map((each) => each.userId));
  const person = people.find((each) => each.email === wanted);
  if (!person) return refuse("not-shared-with");
  const removed = await toCallResult(
    platform,
    await removeAccess(platform.ports, { datasetId, userId: person.id, by: viewer.id }, cause),
  );
  return removed.ok ? { ok: true, value: null } : removed;
}
