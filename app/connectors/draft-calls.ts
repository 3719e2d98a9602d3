import { jsonEquals, nestsTooDeep } from "#domain/connector-language/json.ts";
import type { DraftContent } from "#domain/draft/events.ts";
import { discardDraft, openDraftOf, openNewDraft, publishDraft, saveDraft, versionOfDraft } from "#domain/processes/drafts.ts";
import { setVersionActive } from "#domain/processes/publish-connector.ts";
import type { Cause } from "#domain/processes/step.ts";
import type { DraftRow } from "#projections/drafts/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, settled } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { categoryFault } from "./categories.ts";

/** Edit: opens the user's draft of a connector, the one that is open already if there is one. */
export async function editConnector(platform: Platform, connectorId: string, viewer: UserRow, cause: Cause): Promise<CallResult<{ draftId: string; reused: boolean }>> {
  const item = await platform.queries.catalogue.connector(connectorId, viewer.id);
  if (!item) return NOT_FOUND;
  return settled(platform, await openDraftOf(platform.ports, { rootId: item.root_id, connectorId }, viewer.id, cause));
}

/** A draft of nothing yet. */
export const BLANK_DRAFT: DraftContent = { title: "", description: "", category: "API", apiDocUrl: null, isPublic: false, definitionText: "" };

/** A draft of a connector that there is not yet. */
export async function newDraft(platform: Platform, content: DraftContent, viewer: UserRow, cause: Cause): Promise<CallResult<{ draftId: string; reused: boolean }>> {
  const fault = categoryFault(content.category);
  if (fault) return fault;
  return settled(platform, await openNewDraft(platform.ports, content, viewer.id, cause));
}

/** Saves what of a draft is given; its definition is judged when it is published. */
export async function save(platform: Platform, draftId: string, content: Partial<DraftContent>, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  const fault = content.category === undefined ? null : categoryFault(content.category);
  if (fault) return fault;
  return settled(platform, await saveDraft(platform.ports, draftId, content, viewer.id, cause));
}

/** Throws a draft away. */
export async function discard(platform: Platform, draftId: string, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  return settled(platform, await discardDraft(platform.ports, draftId, viewer.id, cause));
}

/** Makes a draft the next version of its connector, or the first of a new one. */
export async function publishTheDraft(platform: Platform, draftId: string, viewer: UserRow, cause: Cause): Promise<CallResult<{ id: string; redirectUrl: string }>> {
  const published = await settled(platform, await publishDraft(platform.ports, draftId, viewer.id, cause));
  if (!published.ok) return published;
  const id = published.value.connectorId;
  return { ok: true, value: { id, redirectUrl: `/connector_profile/${id}` } };
}

/** The version that a draft of the viewer's has become with this content, if it became one. */
export function publishedWith(platform: Platform, draftId: string, content: Partial<DraftContent>, viewer: UserRow): Promise<string | null> {
  return versionOfDraft(platform.ports, draftId, content, viewer.id);
}

/** Whether saving this content would change nothing of a draft. */
export function holds(draft: DraftRow, content: Partial<DraftContent>): boolean {
  return jsonEquals(draft.content, { ...draft.content, ...content });
}

/** Sets one published version inactive, or active again. */
export async function setActive(platform: Platform, connectorId: string, active: boolean, viewer: UserRow, cause: Cause): Promise<CallResult<null>> {
  const item = await platform.queries.catalogue.connector(connectorId, viewer.id);
  if (!item) return NOT_FOUND;
  return settled(platform, await setVersionActive(platform.ports, { rootId: item.root_id, connectorId, active }, viewer.id, cause));
}

/** A draft in the field names of a connector; only its owner ever sees one. */
export function draftShape(row: DraftRow, viewer: UserRow) {
  const { title, description, category, apiDocUrl, isPublic, definitionText } = row.content;
  return {
    _type: "connector" as const,
    type: "connector" as const,
    id: row.id,
    root_id: row.root_id,
    parent_id: row.parent_id,
    owner_user_id: row.owner_id,
    author: viewer.name,
    title,
    description,
    category,
    api_doc_url: apiDocUrl,
    is_public: isPublic,
    price: 0 as const,
    status: "draft" as const,
    version: null,
    is_latest_version: false,
    is_draft: true as const,
    subscriber_count: 0,
    created_at: row.created_at,
    updated_at: row.updated_at,
    image: null,
    source: apiDocUrl,
    dsl: parsed(definitionText),
    /** What it was made of, and what is to be checked of that. */
    imported: row.imported,
  };
}

/** The definition as JSON where it is, else as its author left it: so too what an older version kept and nests too deep to be written as JSON. */
function parsed(text: string): unknown {
  if (nestsTooDeep(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
