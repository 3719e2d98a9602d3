import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import { userOwner } from "../core/values/owner.ts";
import { type PostContent, type PostEvent, postEvents } from "./events.ts";

/** `by` is a user with the role editor: use cases check it. */
export type PostCommand =
  | {
      readonly type: "create";
      readonly postId: string;
      readonly by: string;
      readonly content: PostContent;
      readonly isPublished: boolean;
    }
  | { readonly type: "edit"; readonly by: string; readonly content: PostContent }
  | { readonly type: "publish"; readonly by: string }
  | { readonly type: "unpublish"; readonly by: string }
  | { readonly type: "delete"; readonly by: string };

export type PostRefusal = { readonly code: "post-unknown" };

export type PostState =
  | { readonly status: "absent" | "deleted" }
  | { readonly status: "draft" | "published"; readonly postId: string; readonly content: PostContent };

export const post: Aggregate<string, PostState, PostEvent, PostCommand, PostRefusal> = {
  stream: (id) => `post-${id}`,
  events: postEvents,
  initialState: { status: "absent" },
  snapshots: { version: "post.1", every: 50, revive: (json) => json as PostState },

  evolve(state, event) {
    if (event.type === "PostCreated") {
      const { postId, content } = event.data;
      return { status: "draft", postId, content };
    }
    if (!("content" in state)) return state;
    switch (event.type) {
      case "PostEdited":
        return { ...state, content: event.data.content };
      case "PostPublished":
        return { ...state, status: "published" };
      case "PostUnpublished":
        return { ...state, status: "draft" };
      case "PostDeleted":
        return { status: "deleted" };
    }
  },

  decide(state, command) {
    const { by } = command;
    if (command.type === "create") {
      if (state.status !== "absent") return emit();
      const { postId, content, isPublished } = command;
      const created = { type: "PostCreated", data: { postId, owner: userOwner(by), content } } as const;
      return isPublished ? emit<PostEvent>(created, { type: "PostPublished", data: { postId, by } }) : emit(created);
    }
    if (state.status === "deleted" && command.type === "delete") return emit();
    if (!("content" in state)) return refuse({ code: "post-unknown" });
    const { postId } = state;
    switch (command.type) {
      case "edit":
        return isSame(state.content, command.content)
          ? emit()
          : emit({ type: "PostEdited", data: { postId, by, content: command.content } });
      case "publish":
        return state.status === "published" ? emit() : emit({ type: "PostPublished", data: { postId, by } });
      case "unpublish":
        return state.status === "draft" ? emit() : emit({ type: "PostUnpublished", data: { postId, by } });
      case "delete":
        return emit({ type: "PostDeleted", data: { postId, by } });
    }
  },
};

function isSame(a: PostContent, b: PostContent): boolean {
  const names = Object.keys(a) as (keyof PostContent)[];
  return names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}
