import { deleteDataset, editDataset, removeAccess, shareDataset, takeAccess } from "#domain/processes/datasets.ts";
import type { Cause } from "#domain/processes/step.ts";
import type { Confirmation, DatasetCard } from "#domain/dataset/commands.ts";
import { isLicense } from "#domain/dataset/licenses.ts";
import type { Preview } from "#domain/core/work-ports.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { categoryFault } from "../connectors/categories.ts";
import { type CallResult, no, NOT_FOUND, type Refused, settled, tooMany } from "../http/call-result.ts";
import type { AppContext, Platform } from "../platform.ts";

const FULL_ROWS = 100;
const SAMPLE_ROWS = 10;
/** How long a page waits for room to read its rows; it is shown without them then. */
const PREVIEW_WAIT_MS = 3_000;

/** The rows that a page or the API shows of a table: 100 with access, a sample of 10 of a public one without. */
export async function previewOf(context: Pick<AppContext, "platform" | "clientAddress" | "signal">, reference: string, viewer: UserRow | null): Promise<CallResult<Preview & { readonly sample: boolean }>> {
  const { platform, clientAddress, signal } = context;
  const found = await platform.queries.tables.find(reference, viewer?.id ?? null);
  if (!found) return NOT_FOUND;
  const { table, access } = found;
  if (!table.current) {
    if (table.kind === "output") return { ok: true, value: { columns: [], rows: [], total: 0, sample: false } };
    const item = await platform.queries.catalogue.dataset(table.itemId, viewer?.id ?? null);
    return no(409, item?.status === "failed" ? `The file could not be loaded: ${item.load_error ?? "unknown reason"}` : "The rows are still being loaded.");
  }
  const { current } = table;
  const window = { from: table.kind === "output" ? "latest" : "first", limit: access === "full" ? FULL_ROWS : SAMPLE_ROWS, signal } as const;
  const preview = await platform.previewReads.run(viewer?.id ?? clientAddress, () => platform.previews.preview(current, window), AbortSignal.any([signal, AbortSignal.timeout(PREVIEW_WAIT_MS)]));
  if (preview === "full") return { ...no(503, "Too many tables are being looked at. Try again in a moment."), retryAfterSeconds: 5 };
  if (preview === "too-slow") return { ...no(503, "The rows could not be read in time. Try again in a moment."), retryAfterSeconds: 60 };
  return { ok: true, value: { ...preview, sample: access === "sample" } };
}

/** Takes a public dataset for the viewer. */
export async function grant(platform: Platform, datasetId: string, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  return settled(platform, await takeAccess(platform.ports, datasetId, viewer.id, cause));
}

/** Gives the viewer's access up; the last one to leave a hidden dataset ends it. */
export async function leave(platform: Platform, datasetId: string, viewer: UserRow, cause: Cause): Promise<CallResult<{ message: string; deleted: boolean }>> {
  const removed = await settled(platform, await removeAccess(platform.ports, { datasetId, userId: viewer.id, by: viewer.id }, cause));
  if (!removed.ok) return removed;
  const { deleted } = removed.value;
  if (deleted) await forgetFiles(platform, datasetId);
  return { ok: true, value: { deleted, message: deleted ? "Your access was removed. You were the last one, so the dataset was deleted." : "Your access was removed." } };
}

/** Deletes a dataset of the viewer's, or hides it while others have access. */
export async function erase(platform: Platform, datasetId: string, viewer: UserRow, cause: Cause): Promise<CallResult<{ message: string; deleted: boolean }>> {
  const gone = await settled(platform, await deleteDataset(platform.ports, datasetId, viewer.id, cause));
  if (!gone.ok) return gone;
  const { deleted } = gone.value;
  if (deleted) await forgetFiles(platform, datasetId);
  const message = deleted ? "The dataset was deleted." : "The dataset is hidden now. It is deleted when the last subscriber removes access.";
  return { ok: true, value: { deleted, message } };
}

/** Deleted means gone at once, for files and rows too. */
async function forgetFiles(platform: Platform, datasetId: string): Promise<void> {
  await platform.uploads.remove(datasetId);
  await platform.jobs.wake("clean-up", "");
}

/** What is wrong with the fields of a card that are there. */
export function cardFault({ title, category, license }: Partial<DatasetCard>): Refused | null {
  if (title?.trim() === "") return no(400, "Give the dataset a title.", "title");
  const unknown = category === undefined ? null : categoryFault(category);
  if (unknown) return unknown;
  if (license !== undefined && !isLicense(license)) return no(400, "This licence is not in the list.", "license");
  return null;
}

/** Changes the card of a dataset of the viewer's. */
export async function edit(platform: Platform, datasetId: string, card: Partial<DatasetCard>, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  const fault = cardFault(card);
  if (fault) return fault;
  return settled(platform, await editDataset(platform.ports, datasetId, card, viewer.id, cause));
}

/** The people a dataset is shared with; only its owner may know. */
export async function sharesOf(platform: Platform, datasetId: string, viewer: UserRow): Promise<CallResult<readonly { email: string; name: string; granted_at: string }[]>> {
  const item = await platform.queries.catalogue.dataset(datasetId, viewer.id);
  if (!item) return NOT_FOUND;
  if (!item.owned) return no(403, "Only the owner can do this.");
  const grants = await platform.queries.catalogue.grantees(datasetId);
  const people = await platform.queries.users.byIds(grants.map((each) => each.user_id));
  const value = grants.flatMap(({ user_id, granted_at }) => {
    const person = people.find((each) => each.id === user_id);
    return person ? [{ email: person.email, name: person.name, granted_at }] : [];
  });
  return { ok: true, value };
}

/** Gives the person with this address access to a dataset of the viewer's. */
export async function share(platform: Platform, request: { readonly datasetId: string; readonly email: string } & Confirmation, viewer: UserRow, cause: Cause): Promise<CallResult<{ userId: string }>> {
  const limit = await platform.limits.consume("share", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  return settled(platform, await shareDataset(platform.ports, { ...request, by: viewer.id }, cause));
}

/** Takes that access away again. */
export async function unshare(platform: Platform, datasetId: string, email: string, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  const shares = await sharesOf(platform, datasetId, viewer);
  if (!shares.ok) return shares;
  const wanted = email.trim().toLowerCase();
  const grants = await platform.queries.catalogue.grantees(datasetId);
  const people = await platform.queries.users.byIds(grants.map((each) => each.user_id));
  const person = people.find((each) => each.email === wanted);
  if (!person) return no(404, "This dataset is not shared with this address.", "email");
  const removed = await settled(platform, await removeAccess(platform.ports, { datasetId, userId: person.id, by: viewer.id }, cause));
  return removed.ok ? { ok: true, value: null } : removed;
}
