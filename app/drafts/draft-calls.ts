import { createHash } from "node:crypto";
import { jsonEquals } from "#domain/connector-language/json/json.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { DraftRow } from "#projections/drafts/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { categoryFault } from "../connectors/categories.ts";
import { draftText, type WrittenDraft } from "#domain/use-cases/authoring/draft-text.ts";
import { openDraftOf } from "#domain/use-cases/authoring/open-draft-of.ts";
import { createDraft } from "#domain/use-cases/authoring/create-draft.ts";
import { publishDraft } from "#domain/use-cases/authoring/publish-draft.ts";
import { saveDraft } from "#domain/use-cases/authoring/save-draft.ts";
import { versionOfDraft } from "#domain/use-cases/authoring/version-of-draft.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { connector } from "#domain/connector/decider.ts";
import { draft } from "#domain/draft/decider.ts";

/** Most open drafts per user. */
export const MAX_OPEN_DRAFTS = 100;

/** Why the viewer may not save now; with `another`, whether there is room for one more draft. null if they may. */
export async function saveRefusal(platform: Platform, viewer: UserRow, another: boolean): Promise<Refused | null> {
  const limit = await platform.limits.consume("save", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  if (!another || (await platform.queries.drafts.countOf(viewer.id)) < MAX_OPEN_DRAFTS) return null;
  return refuse("too-many-drafts", { most: MAX_OPEN_DRAFTS });
}

/**
 * Makes another draft if there is room. Drafts of one user are made one after the other, until the read model shows
 * them, so that concurrent requests count each other's.
 */
export function makeDraft<T>(
  platform: Platform,
  viewer: UserRow,
  make: () => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  const { log } = platform.ports;
  const work = async (): Promise<CallResult<T>> => (await saveRefusal(platform, viewer, true)) ?? make();
  return log.inTurn ? log.inTurn(`drafts-of/${viewer.id}`, work) : work();
}

/** Edit: opens the user's draft of a connector, the open one if there is one. */
export async function editConnector(
  platform: Platform,
  connectorId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ draftId: string; reused: boolean }>> {
  const item = await platform.queries.catalogue.connector(connectorId, viewer.id);
  if (!item) return NOT_FOUND;
  const open = item.owned ? await platform.queries.drafts.ofLineage(item.rootId, viewer.id) : null;
  const edit = async () =>
    toCallResult(
      platform,
      await openDraftOf(platform.ports, { rootId: item.rootId, connectorId, by: viewer.id }, cause),
    );
  return open === null ? makeDraft(platform, viewer, edit) : ((await saveRefusal(platform, viewer, false)) ?? edit());
}

/** An empty draft. */
export const BLANK_DRAFT: WrittenDraft = {
  title: "",
  description: "",
  category: "API",
  apiDocUrl: null,
  isPublic: false,
  definitionText: "",
};

/** A draft of a new connector. */
export async function newDraft(
  platform: Platform,
  content: WrittenDraft,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ draftId: string; reused: boolean }>> {
  const fault = await categoryFault(platform, content.category);
  if (fault) return fault;
  return makeDraft(platform, viewer, async () =>
    toCallResult(platform, await createDraft(platform.ports, { written: content, by: viewer.id }, cause)),
  );
}

/** Saves the given fields of a draft; its definition is checked when it is published. */
export async function save(
  platform: Platform,
  draftId: string,
  content: Partial<WrittenDraft>,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  const fault =
    (content.category === undefined ? null : await categoryFault(platform, content.category)) ??
    (await saveRefusal(platform, viewer, false));
  if (fault) return fault;
  return toCallResult(platform, await saveDraft(platform.ports, { draftId, written: content, by: viewer.id }, cause));
}

/** Discards a draft. */
export async function discard(
  platform: Platform,
  draftId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  return toCallResult(
    platform,
    await aggregate(platform.ports.log, draft).handle(
      draftId,
      { type: "discard", by: viewer.id },
      step(cause, "discard-draft"),
    ),
  );
}

/** Publishes a draft as the next version of its connector, or as the first of a new one. */
export async function publishTheDraft(
  platform: Platform,
  draftId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; redirectUrl: string }>> {
  const published = await toCallResult(platform, await publishDraft(platform.ports, { draftId, by: viewer.id }, cause));
  if (!published.ok) return published;
  const id = published.value.connectorId;
  return { ok: true, value: { id, redirectUrl: `/connector_profile/${id}` } };
}

/** The version published from a draft of the viewer's with this content, if any. */
export function publishedWith(
  platform: Platform,
  draftId: string,
  content: Partial<WrittenDraft>,
  viewer: UserRow,
): Promise<string | null> {
  return versionOfDraft(platform.ports, { draftId, written: content, by: viewer.id });
}

/** Whether saving this content would change nothing. */
export function holds(written: WrittenDraft, content: Partial<WrittenDraft>): boolean {
  return jsonEquals(written, { ...written, ...content });
}

/** A short text that identifies a content, so that a page can say which one it has shown. */
export function contentMark({
  title,
  description,
  category,
  apiDocUrl,
  isPublic,
  definitionText,
}: WrittenDraft): string {
  return createHash("sha256")
    .update(JSON.stringify([title, description, category, apiDocUrl, isPublic, definitionText]))
    .digest("base64url");
}

/** The content of a draft, with the text of its definition. */
export async function writtenOf(platform: Platform, { content }: DraftRow): Promise<WrittenDraft> {
  const { definition, ...card } = content;
  return { ...card, definitionText: await draftText(platform.ports, definition) };
}

/** Makes one published version inactive, or active again. */
export async function setActive(
  platform: Platform,
  connectorId: string,
  active: boolean,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<unknown>> {
  const item = await platform.queries.catalogue.connector(connectorId, viewer.id);
  if (!item) return NOT_FOUND;
  return toCallResult(
    platform,
    await aggregate(platform.ports.log, connector).handle(
      item.rootId,
      { type: active ? "reactivate-version" : "deactivate-version", connectorId, by: viewer.id },
      step(cause, active ? "reactivate" : "deactivate"),
    ),
  );
}
