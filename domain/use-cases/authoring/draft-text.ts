import type { DraftContent, DraftDefinition } from "../../draft/events.ts";
import type { Ports } from "../ports.ts";

/** What the author of a draft writes: the definition as text, valid or not. */
export type WrittenDraft = Omit<DraftContent, "definition"> & { readonly definitionText: string };

export type DraftTextRefusal = { readonly code: "draft-text-too-large" };

/** Of the text of a definition in a draft, which may be larger than what can be published. */
export const MAX_DRAFT_BYTES = 1_000_000;

/** The text of a draft's definition; empty when its row is lost, which only a restore of half a backup can bring about. */
export async function draftText({ texts }: Pick<Ports, "texts">, definition: DraftDefinition): Promise<string> {
  return "text" in definition ? definition.text : ((await texts.get(definition.hash)) ?? "");
}

/** Puts the text of a definition beside the log; null when it is too large. */
export async function storeText({ texts }: Pick<Ports, "texts">, text: string): Promise<DraftDefinition | null> {
  return new TextEncoder().encode(text).length > MAX_DRAFT_BYTES ? null : texts.put(text);
}
