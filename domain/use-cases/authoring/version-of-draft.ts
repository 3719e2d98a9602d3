import { jsonEquals } from "../../connector-language/json/json.ts";
import { aggregate } from "../../core/aggregate.ts";
import { draft } from "../../draft/decider.ts";
import type { Ports } from "../ports.ts";
import { draftText, type WrittenDraft } from "./draft-text.ts";

/** The version published from a draft with this content; null if none was, or one with other content. */
export async function versionOfDraft(
  ports: Pick<Ports, "log" | "texts">,
  { draftId, written, by }: { readonly draftId: string; readonly written: Partial<WrittenDraft>; readonly by: string },
): Promise<string | null> {
  const state = await aggregate(ports.log, draft).load(draftId);
  if (state.status !== "published" || state.ownerId !== by) return null;
  const { definition, ...card } = state.content;
  const before = { ...card, definitionText: await draftText(ports, definition) };
  return jsonEquals(before, { ...before, ...written }) ? state.connectorId : null;
}
