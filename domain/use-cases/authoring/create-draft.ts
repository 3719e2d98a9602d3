import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { draft, type DraftRefusal } from "../../draft/decider.ts";
import type { DraftSource } from "../../draft/events.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type DraftTextRefusal, storeText, type WrittenDraft } from "./draft-text.ts";

export type CreateDraftRefusal = DraftRefusal | DraftTextRefusal;
export type OpenedDraft = { readonly draftId: string; readonly reused: boolean };

/** The content of a new draft; `imported` says what it was imported from. */
export type NewDraft = {
  readonly draftId: string;
  readonly parentId: string | null;
  readonly rootId: string | null;
  readonly written: WrittenDraft;
  readonly imported?: DraftSource | undefined;
  readonly by: string;
};

/** Opens a draft of a new connector. */
export async function createDraft(
  ports: Pick<Ports, "log" | "texts" | "ids">,
  input: Pick<NewDraft, "written" | "imported" | "by">,
  cause: Cause,
): Promise<Result<OpenedDraft, CreateDraftRefusal>> {
  const draftId = ports.ids.derive(cause.commandId, "draft");
  return enterDraft(ports, { draftId, parentId: null, rootId: null, ...input }, cause);
}

/** Records a draft with all of its content. */
export async function enterDraft(
  ports: Pick<Ports, "log" | "texts">,
  { written, imported, ...rest }: NewDraft,
  cause: Cause,
): Promise<Result<OpenedDraft, CreateDraftRefusal>> {
  const { definitionText, ...card } = written;
  const definition = await storeText(ports, definitionText);
  if (!definition) return refuse({ code: "draft-text-too-large" });
  const { draftId } = rest;
  const created = await aggregate(ports.log, draft).handle(
    draftId,
    { type: "create", ...rest, content: { ...card, definition }, ...(imported ? { imported } : {}) },
    step(cause, `create-draft/${draftId}`),
  );
  return created.ok ? accept({ draftId, reused: false }, created.position) : created;
}
