import { connector, type ConnectorRefusal, type VersionEntry } from "../../connector/decider.ts";
import { type Json, jsonEquals } from "../../connector-language/json/json.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, later, refuse, type Result } from "../../core/result.ts";
import type { JsonObject } from "../../core/values/json.ts";
import { draft, type DraftRefusal } from "../../draft/decider.ts";
import type { DraftContent } from "../../draft/events.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type DefinitionRefusal, publishableDefinition, writtenDefinition } from "./definitions.ts";
import { draftText } from "./draft-text.ts";
import { type UnfitText, unfitLine } from "../../core/text/unfit-text.ts";

export type PublishDraftRefusal =
  DraftRefusal | ConnectorRefusal | DefinitionRefusal | UnfitText | { readonly code: "title-missing" };

/**
 * Publishes a draft as the next version of its lineage, or as a new connector. The version's id follows from the
 * draft's, so that concurrent calls, and one after a crash midway, publish one version. Edits after such a crash, or
 * during publishing, become a version of their own.
 */
export async function publishDraft(
  ports: Pick<Ports, "log" | "texts" | "ids">,
  { draftId, by }: { readonly draftId: string; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly connectorId: string; readonly rootId: string }, PublishDraftRefusal>> {
  const drafts = aggregate(ports.log, draft);
  const connectors = aggregate(ports.log, connector);
  const state = await drafts.load(draftId);
  if (state.status === "absent" || state.ownerId !== by) return refuse({ code: "draft-unknown" });
  const rootId = state.rootId ?? versionId(ports, draftId, 1);
  if (state.status === "published") return accept({ connectorId: state.connectorId ?? rootId, rootId });
  if (state.status === "discarded") return refuse({ code: "draft-unknown" });
  const { definition: text, ...card } = state.content;
  if (card.title.trim() === "") return refuse({ code: "title-missing" });
  // A draft may be older than the rules for titles.
  const unfit = unfitLine(card.title, "title");
  if (unfit) return refuse(unfit);
  const definition = publishableDefinition(await draftText(ports, text));
  if (!definition.ok) return definition;
  const { versions } = await connectors.load(rootId);
  const ofDraft = (number: number) =>
    versions.find((version) => version.connectorId === versionId(ports, draftId, number));
  let number = 1;
  while (ofDraft(number + 1)) number += 1;
  const last = ofDraft(number);
  if (last && !(await holds(ports, last, card, definition.value))) number += 1;
  const connectorId = versionId(ports, draftId, number);
  const parentId = number === 1 ? state.parentId : versionId(ports, draftId, number - 1);
  const published = await connectors.handle(
    rootId,
    { type: "publish-version", ...card, definition: definition.value, rootId, connectorId, by, parentId },
    step(cause, number === 1 ? "publish" : `publish/${number}`),
  );
  if (!published.ok) return published;
  const closed = await drafts.handle(
    draftId,
    { type: "publish", by, rootId, connectorId, content: state.content },
    step(cause, "close-draft"),
  );
  return accept({ connectorId, rootId }, later(published.position, closed.ok ? closed.position : null));
}

/** The versions published from one draft: one, unless a process died before it closed the draft. */
function versionId({ ids }: Pick<Ports, "ids">, draftId: string, number: number): string {
  return number === 1 ? ids.derive(draftId, "version") : ids.derive(draftId, "version", String(number));
}

async function holds(
  ports: Pick<Ports, "log">,
  version: VersionEntry,
  card: Omit<DraftContent, "definition">,
  definition: JsonObject,
): Promise<boolean> {
  const { title, description, category, apiDocUrl, isPublic } = version;
  const before = await writtenDefinition(ports, version);
  const written = { title, description, category, apiDocUrl, isPublic, definition: before };
  return jsonEquals(written as Json, { ...card, definition } as Json);
}
