import type { DraftContent, DraftDefinition } from "../../draft/events.ts";
import type { Ports } from "../ports.ts";

/** What the author of a draft enters: the definition as text, valid or not. */
export type WrittenDraft = Omit<DraftContent, "definition"> & { readonly definitionText: string };

export type DraftTextRefusal = { readonly code: "draft-text-too-large" };

/** Largest definition in a draft; more than can be published. */
export const MAX_DRAFT_BYTES = 1_000_000;

/** The text of a draft's definition; empty if its row is lost, which only happens when half a backup is restored. */
export async function draftText({ texts }: Pick<Ports, "texts">, definition: DraftDefinition): Promise<string> {
  return "text" in definition ? definition.text : ((await texts.get(definition.hash)) ?? "");
}

/** Stores the text of a definition beside the log; null if it is too large. */
export async function storeText({ texts }: Pick<Ports, "texts">, text: string): Promise<DraftDefinition | null> {
  return new TextEncoder().encode(text).length > MAX_DRAFT_BYTES ? null : texts.put(text);
}
