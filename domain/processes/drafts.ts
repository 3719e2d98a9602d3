import { connector, type ConnectorRefusal } from "../connector/decider.ts";
import type { PublishedVersion } from "../connector/events.ts";
import { type Json, jsonEquals } from "../connector-language/json.ts";
import { fold } from "../core/decider.ts";
import { dispatch } from "../core/dispatch.ts";
import type { JsonObject } from "../core/json.ts";
import type { CorePorts } from "../core/ports.ts";
import { draft, type DraftRefusal, type DraftState } from "../draft/decider.ts";
import type { DraftContent, DraftEvent, DraftSource } from "../draft/events.ts";
import { loadConnector } from "./load-connector.ts";
import { type DefinitionRefusal, publishableDefinition } from "./publish-connector.ts";
import { type Cause, done, later, type Outcome, refused, step } from "./step.ts";
import { streams } from "./streams.ts";

export type DraftProcessRefusal = DraftRefusal | ConnectorRefusal | DefinitionRefusal | { readonly name: "title-missing" };

/** The state of a draft, read from the log. */
export async function loadDraft(ports: Pick<CorePorts, "log">, draftId: string): Promise<DraftState> {
  return fold(draft, (await ports.log.read(streams.draft(draftId))) as readonly DraftEvent[]);
}

/**
 * Opens a draft of a connector: the one that the owner has open already, else a new one with what the version holds. Its id
 * follows from lineage, owner and number, so that two calls at once open one draft.
 */
export async function openDraftOf(
  ports: CorePorts,
  parent: { readonly rootId: string; readonly connectorId: string },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly draftId: string; readonly reused: boolean }, DraftProcessRefusal>> {
  const lineage = await loadConnector(ports, parent.rootId);
  const version = lineage.versions.find((each) => each.connectorId === parent.connectorId);
  if (!version || lineage.status === "deleted") return refused({ name: "connector-unknown" });
  if (lineage.ownerId !== by) return refused({ name: version.isPublic ? "connector-not-yours" : "connector-unknown" });
  const { title, description, category, apiDocUrl, isPublic, definition } = version;
  const content = { title, description, category, apiDocUrl, isPublic, definitionText: JSON.stringify(definition, null, 2) };
  for (let number = 1; ; number += 1) {
    const draftId = ports.ids.derive(parent.rootId, by, "draft", String(number));
    const state = await loadDraft(ports, draftId);
    if (state.status === "open") return done({ draftId, reused: true }, null);
    if (state.status === "absent") {
      return create(ports, { draftId, parentId: parent.connectorId, rootId: parent.rootId, content }, by, cause);
    }
  }
}

/** Opens a draft of a connector that does not exist yet; `imported` says what its content was made of. */
export async function openNewDraft(
  ports: CorePorts,
  content: DraftContent,
  by: string,
  cause: Cause,
  imported?: DraftSource,
): Promise<Outcome<{ readonly draftId: string; readonly reused: boolean }, DraftProcessRefusal>> {
  return create(ports, { draftId: ports.ids.derive(cause.commandId, "draft"), parentId: null, rootId: null, content, ...(imported ? { imported } : {}) }, by, cause);
}

async function create(
  ports: CorePorts,
  request: { readonly draftId: string; readonly parentId: string | null; readonly rootId: string | null; readonly content: DraftContent; readonly imported?: DraftSource },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly draftId: string; readonly reused: boolean }, DraftRefusal>> {
  const created = await dispatch(ports.log, draft, {
    stream: streams.draft(request.draftId),
    command: { type: "create", ...request, by },
    context: step(cause, `create-draft/${request.draftId}`),
  });
  return created.ok ? done({ draftId: request.draftId, reused: false }, created.position) : refused(created.refusal);
}

/** Saves what has changed; a draft may hold a definition that is not valid yet. */
export async function saveDraft(
  ports: CorePorts,
  draftId: string,
  content: Partial<DraftContent>,
  by: string,
  cause: Cause,
): Promise<Outcome<null, DraftRefusal>> {
  const saved = await dispatch(ports.log, draft, {
    stream: streams.draft(draftId),
    command: { type: "save", by, content },
    context: step(cause, "save-draft"),
  });
  return saved.ok ? done(null, saved.position) : refused(saved.refusal);
}

/** Throws a draft away. */
export async function discardDraft(ports: CorePorts, draftId: string, by: string, cause: Cause): Promise<Outcome<null, DraftRefusal>> {
  const discarded = await dispatch(ports.log, draft, {
    stream: streams.draft(draftId),
    command: { type: "discard", by },
    context: step(cause, "discard-draft"),
  });
  return discarded.ok ? done(null, discarded.position) : refused(discarded.refusal);
}

/**
 * Publishes a draft as the next version of its lineage, or as a new connector. The version's id follows from the draft's, so
 * that any number of simultaneous calls, and one after a crash in the middle, publish one version. What is edited after such
 * a crash, or while a version is published, becomes a version of its own.
 */
export async function publishDraft(
  ports: CorePorts,
  draftId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly connectorId: string; readonly rootId: string }, DraftProcessRefusal>> {
  const state = await loadDraft(ports, draftId);
  if (state.status === "absent" || state.ownerId !== by) return refused({ name: "draft-unknown" });
  const rootId = state.rootId ?? versionId(ports, draftId, 1);
  if (state.status === "published") return done({ connectorId: state.connectorId ?? rootId, rootId }, null);
  if (state.status === "discarded") return refused({ name: "draft-unknown" });
  const { definitionText, ...card } = state.content;
  if (card.title.trim() === "") return refused({ name: "title-missing" });
  const checked = publishableDefinition(definitionText);
  if (!checked.ok) return checked;
  const { versions } = await loadConnector(ports, rootId);
  const ofDraft = (number: number) => versions.find((version) => version.connectorId === versionId(ports, draftId, number));
  let number = 1;
  while (ofDraft(number + 1)) number += 1;
  const last = ofDraft(number);
  if (last && !holds(last, card, checked.definition)) number += 1;
  const connectorId = versionId(ports, draftId, number);
  const parentId = number === 1 ? state.parentId : versionId(ports, draftId, number - 1);
  const published = await dispatch(ports.log, connector, {
    stream: streams.connector(rootId),
    command: { type: "publish-version", ...card, definition: checked.definition, rootId, connectorId, by, parentId },
    context: step(cause, number === 1 ? "publish" : `publish/${number}`),
  });
  if (!published.ok) return refused(published.refusal);
  const closed = await dispatch(ports.log, draft, {
    stream: streams.draft(draftId),
    command: { type: "publish", by, rootId, connectorId, content: state.content },
    context: step(cause, "close-draft"),
  });
  return done({ connectorId, rootId }, later(published.position, closed.ok ? closed.position : null));
}

/** The version that a draft has become with this content; null when it has become none, or one with another. */
export async function versionOfDraft(ports: Pick<CorePorts, "log">, draftId: string, content: Partial<DraftContent>, by: string): Promise<string | null> {
  const state = await loadDraft(ports, draftId);
  if (state.status !== "published" || state.ownerId !== by) return null;
  return jsonEquals(state.content, { ...state.content, ...content }) ? state.connectorId : null;
}

/** The versions that one draft became: one, unless a process died before it closed the draft. */
function versionId(ports: Pick<CorePorts, "ids">, draftId: string, number: number): string {
  return number === 1 ? ports.ids.derive(draftId, "version") : ports.ids.derive(draftId, "version", String(number));
}

function holds(version: PublishedVersion, card: Omit<DraftContent, "definitionText">, definition: JsonObject): boolean {
  const { title, description, category, apiDocUrl, isPublic } = version;
  return jsonEquals({ title, description, category, apiDocUrl, isPublic, definition: version.definition } as Json, { ...card, definition } as Json);
}
