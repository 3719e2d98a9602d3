import { connector, type ConnectorRefusal, type VersionEntry } from "../../connector/decider.ts";
import { type Json, jsonEquals } from "../../connector-language/json/json.ts";
import { dispatch } from "../../core/dispatch.ts";
import { firstNumber } from "../../core/text/first-number.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import type { Texts } from "../../core/ports/texts.ts";
import { draft, type DraftRefusal, type DraftState } from "../../draft/decider.ts";
import type { DraftContent, DraftDefinition, DraftEvent, DraftSource } from "../../draft/events.ts";
import { loadConnector, writtenDefinition } from "./load-connector.ts";
import { type DefinitionRefusal, publishableDefinition } from "./publish-connector.ts";
import { type Cause, done, later, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";

export type DraftPorts = CorePorts & { readonly texts: Texts };

/** What the author of a draft writes: the definition as text, valid or not. */
export type WrittenDraft = Omit<DraftContent, "definition"> & { readonly definitionText: string };

export type SaveDraftRefusal = DraftRefusal | { readonly name: "draft-text-too-large" };
export type DraftProcessRefusal =
  SaveDraftRefusal | ConnectorRefusal | DefinitionRefusal | { readonly name: "title-missing" };

/** Of the text of a definition in a draft, which may be larger than what can be published. */
export const MAX_DRAFT_BYTES = 1_000_000;

/** The state of a draft, read from the log. */
export async function loadDraft(ports: Pick<CorePorts, "log">, draftId: string): Promise<DraftState> {
  return (await loadState<DraftState, DraftEvent>(ports.log, draft, streams.draft(draftId))).state;
}

/** The text of a draft's definition; empty when its row is lost, which only a restore of half a backup can bring about. */
export async function draftText({ texts }: Pick<DraftPorts, "texts">, definition: DraftDefinition): Promise<string> {
  return "text" in definition ? definition.text : ((await texts.get(definition.hash)) ?? "");
}

/** What was written, with its text put beside the log; null when the text is too large. */
async function stored(ports: DraftPorts, written: Partial<WrittenDraft>): Promise<Partial<DraftContent> | null> {
  const { definitionText, ...card } = written;
  if (definitionText === undefined) return card;
  if (new TextEncoder().encode(definitionText).length > MAX_DRAFT_BYTES) return null;
  return { ...card, definition: await ports.texts.put(definitionText) };
}

/**
 * Opens a draft of a connector: the one that the owner has open already, else a new one with what the version holds. Its id
 * follows from lineage, owner and number, so that two calls at once open one draft.
 */
export async function openDraftOf(
  ports: DraftPorts,
  parent: { readonly rootId: string; readonly connectorId: string },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly draftId: string; readonly reused: boolean }, DraftProcessRefusal>> {
  const lineage = await loadConnector(ports, parent.rootId);
  const version = lineage.versions.find((each) => each.connectorId === parent.connectorId);
  if (!version || lineage.status === "deleted") return refused({ name: "connector-unknown" });
  if (lineage.ownerId !== by) return refused({ name: version.isPublic ? "connector-not-yours" : "connector-unknown" });
  const { title, description, category, apiDocUrl, isPublic } = version;
  const definition = await writtenDefinition(ports, version);
  const written = {
    title,
    description,
    category,
    apiDocUrl,
    isPublic,
    definitionText: JSON.stringify(definition, null, 2),
  };
  // Each draft of a lineage was ended before the next one was opened.
  const idOf = (number: number) => ports.ids.derive(parent.rootId, by, "draft", String(number));
  const number = await firstNumber(async (each) =>
    ["open", "absent"].includes((await loadDraft(ports, idOf(each))).status),
  );
  const draftId = idOf(number);
  if ((await loadDraft(ports, draftId)).status === "open") return done({ draftId, reused: true }, null);
  return create(ports, { draftId, parentId: parent.connectorId, rootId: parent.rootId, written }, by, cause);
}

/** Opens a draft of a connector that does not exist yet; `imported` says what its content was made of. */
export async function openNewDraft(
  ports: DraftPorts,
  written: WrittenDraft,
  by: string,
  cause: Cause,
  imported?: DraftSource,
): Promise<Outcome<{ readonly draftId: string; readonly reused: boolean }, DraftProcessRefusal>> {
  return create(
    ports,
    {
      draftId: ports.ids.derive(cause.commandId, "draft"),
      parentId: null,
      rootId: null,
      written,
      ...(imported ? { imported } : {}),
    },
    by,
    cause,
  );
}

async function create(
  ports: DraftPorts,
  request: {
    readonly draftId: string;
    readonly parentId: string | null;
    readonly rootId: string | null;
    readonly written: WrittenDraft;
    readonly imported?: DraftSource;
  },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly draftId: string; readonly reused: boolean }, SaveDraftRefusal>> {
  const { written, ...draftOf } = request;
  const content = await stored(ports, written);
  if (!content) return refused({ name: "draft-text-too-large" });
  const created = await dispatch(ports.log, draft, {
    stream: streams.draft(request.draftId),
    command: { type: "create", ...draftOf, content: content as DraftContent, by },
    context: step(cause, `create-draft/${request.draftId}`),
  });
  return created.ok ? done({ draftId: request.draftId, reused: false }, created.position) : refused(created.refusal);
}

/** Saves what has changed; a draft may hold a definition that is not valid yet. */
export async function saveDraft(
  ports: DraftPorts,
  draftId: string,
  written: Partial<WrittenDraft>,
  by: string,
  cause: Cause,
): Promise<Outcome<null, SaveDraftRefusal>> {
  const state = await loadDraft(ports, draftId);
  if (state.status === "absent" || state.ownerId !== by) return refused({ name: "draft-unknown" });
  const content = await stored(ports, written);
  if (!content) return refused({ name: "draft-text-too-large" });
  const saved = await dispatch(ports.log, draft, {
    stream: streams.draft(draftId),
    command: { type: "save", by, content },
    context: step(cause, "save-draft"),
  });
  return saved.ok ? done(null, saved.position) : refused(saved.refusal);
}

/** Throws a draft away. */
export async function discardDraft(
  ports: CorePorts,
  draftId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<null, DraftRefusal>> {
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
  ports: DraftPorts,
  draftId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly connectorId: string; readonly rootId: string }, DraftProcessRefusal>> {
  const state = await loadDraft(ports, draftId);
  if (state.status === "absent" || state.ownerId !== by) return refused({ name: "draft-unknown" });
  const rootId = state.rootId ?? versionId(ports, draftId, 1);
  if (state.status === "published") return done({ connectorId: state.connectorId ?? rootId, rootId }, null);
  if (state.status === "discarded") return refused({ name: "draft-unknown" });
  const { definition, ...card } = state.content;
  if (card.title.trim() === "") return refused({ name: "title-missing" });
  const checked = publishableDefinition(await draftText(ports, definition));
  if (!checked.ok) return checked;
  const { versions } = await loadConnector(ports, rootId);
  const ofDraft = (number: number) =>
    versions.find((version) => version.connectorId === versionId(ports, draftId, number));
  let number = 1;
  while (ofDraft(number + 1)) number += 1;
  const last = ofDraft(number);
  if (last && !(await holds(ports, last, card, checked.definition))) number += 1;
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
export async function versionOfDraft(
  ports: Pick<DraftPorts, "log" | "texts">,
  draftId: string,
  written: Partial<WrittenDraft>,
  by: string,
): Promise<string | null> {
  const state = await loadDraft(ports, draftId);
  if (state.status !== "published" || state.ownerId !== by) return null;
  const { definition, ...card } = state.content;
  const before = { ...card, definitionText: await draftText(ports, definition) };
  return jsonEquals(before, { ...before, ...written }) ? state.connectorId : null;
}

/** The versions that one draft became: one, unless a process died before it closed the draft. */
function versionId(ports: Pick<CorePorts, "ids">, draftId: string, number: number): string {
  return number === 1 ? ports.ids.derive(draftId, "version") : ports.ids.derive(draftId, "version", String(number));
}

async function holds(
  ports: CorePorts,
  version: VersionEntry,
  card: Omit<DraftContent, "definition">,
  definition: JsonObject,
): Promise<boolean> {
  const { title, description, category, apiDocUrl, isPublic } = version;
  const written = {
    title,
    description,
    category,
    apiDocUrl,
    isPublic,
    definition: await writtenDefinition(ports, version),
  };
  return jsonEquals(written as Json, { ...card, definition } as Json);
}
