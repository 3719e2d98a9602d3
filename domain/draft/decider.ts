import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { userOwner } from "../core/values/owner.ts";
import { withChanges } from "../core/values/with-changes.ts";
import { type DraftContent, type DraftDefinition, type DraftEvent, type DraftSource, draftEvents } from "./events.ts";

export type DraftCommand =
  | {
      readonly type: "create";
      readonly draftId: string;
      readonly by: string;
      readonly parentId: string | null;
      readonly rootId: string | null;
      readonly content: DraftContent;
      readonly imported?: DraftSource;
    }
  | { readonly type: "save"; readonly by: string; readonly content: Partial<DraftContent> }
  /** `content` is what was published: a draft that has changed since stays open. */
  | {
      readonly type: "publish";
      readonly by: string;
      readonly rootId: string;
      readonly connectorId: string;
      readonly content: DraftContent;
    }
  | { readonly type: "discard"; readonly by: string };

/** Another user's draft counts as missing. */
export type DraftRefusal = { readonly code: "draft-unknown" };

export type DraftState =
  | { readonly status: "absent" }
  | {
      readonly status: "open" | "published" | "discarded";
      readonly draftId: string;
      readonly ownerId: string;
      readonly parentId: string | null;
      readonly rootId: string | null;
      readonly content: DraftContent;
      /** The version as which it was published. */
      readonly connectorId: string | null;
    };

export const draft: Aggregate<string, DraftState, DraftEvent, DraftCommand, DraftRefusal> = {
  stream: (id) => `draft-${id}`,
  events: draftEvents,
  initialState: { status: "absent" },
  snapshots: { version: "draft.1", every: 50, revive: (json) => json as DraftState },

  evolve(state, event) {
    if (event.type === "DraftCreated") {
      const { owner, ...rest } = event.data;
      return { status: "open", ownerId: owner.id, connectorId: null, ...rest };
    }
    if (state.status === "absent") return state;
    switch (event.type) {
      case "DraftImported":
        return state;
      case "DraftSaved":
        return { ...state, content: event.data.content };
      case "DraftPublished":
        return { ...state, status: "published", connectorId: event.data.connectorId };
      case "DraftDiscarded":
        return { ...state, status: "discarded" };
    }
  },

  decide(state, command) {
    if (command.type === "create") {
      const { draftId, by, parentId, rootId, content, imported } = command;
      if (state.status === "absent") {
        const created = {
          type: "DraftCreated",
          data: { draftId, owner: userOwner(by), parentId, rootId, content },
        } as const;
        return imported
          ? emit<DraftEvent>(created, { type: "DraftImported", data: { draftId, ...imported } })
          : emit(created);
      }
      return state.ownerId === by ? emit() : refuse({ code: "draft-unknown" });
    }
    if (state.status !== "open" || state.ownerId !== command.by) return refuse({ code: "draft-unknown" });
    const { draftId } = state;
    switch (command.type) {
      case "save": {
        const content = withChanges(state.content, command.content);
        return sameContent(state.content, content) ? emit() : emit({ type: "DraftSaved", data: { draftId, content } });
      }
      case "publish":
        if (!sameContent(state.content, command.content)) return emit();
        return emit({
          type: "DraftPublished",
          data: { draftId, rootId: command.rootId, connectorId: command.connectorId },
        });
      case "discard":
        return emit({ type: "DraftDiscarded", data: { draftId } });
    }
  },
};

function sameContent(a: DraftContent, b: DraftContent): boolean {
  const { definition, ...card } = a;
  return (
    sameDefinition(definition, b.definition) &&
    (Object.keys(card) as (keyof typeof card)[]).every((key) => card[key] === b[key])
  );
}

function sameDefinition(a: DraftDefinition, b: DraftDefinition): boolean {
  return "hash" in a ? "hash" in b && a.hash === b.hash : "text" in b && a.text === b.text;
}
