import { aggregate } from "../../core/aggregate.ts";
import { refuse, type Result } from "../../core/result.ts";
import { draft, type DraftRefusal } from "../../draft/decider.ts";
import type { DraftEvent } from "../../draft/events.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type DraftTextRefusal, storeText, type WrittenDraft } from "./draft-text.ts";

/** Saves changes; a draft may hold an invalid definition. */
export async function saveDraft(
  ports: Pick<Ports, "log" | "texts">,
  input: { readonly draftId: string; readonly written: Partial<WrittenDraft>; readonly by: string },
  cause: Cause,
): Promise<Result<readonly DraftEvent[], DraftRefusal | DraftTextRefusal>> {
  const { draftId, written, by } = input;
  const drafts = aggregate(ports.log, draft);
  const state = await drafts.load(draftId);
  if (state.status === "absent" || state.ownerId !== by) return refuse({ code: "draft-unknown" });
  const { definitionText, ...card } = written;
  const definition = definitionText === undefined ? undefined : await storeText(ports, definitionText);
  if (definition === null) return refuse({ code: "draft-text-too-large" });
  const content = { ...card, ...(definition ? { definition } : {}) };
  return drafts.handle(draftId, { type: "save", by, content }, step(cause, "save-draft"));
}
