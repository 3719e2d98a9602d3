import type { Aggregate } from "../core/aggregate.ts";
import { emit } from "../core/decider.ts";
import { type PostLikeEvent, postLikeEvents } from "./events.ts";

/** A user and a post. */
export type PostLikeId = { readonly postId: string; readonly userId: string };

export type PostLikeCommand =
  (PostLikeId & { readonly type: "like" }) | (PostLikeId & { readonly type: "remove-like" });
export type PostLikeState = { readonly liked: boolean };

/** Each user likes a post once or not at all, so the two are one stream. */
export const postLike: Aggregate<PostLikeId, PostLikeState, PostLikeEvent, PostLikeCommand, never> = {
  stream: ({ postId, userId }) => `post-like-${postId}-${userId}`,
  events: postLikeEvents,
  initialState: { liked: false },
  snapshots: { version: "post-like.1", every: 50, revive: (json) => json as PostLikeState },
  evolve: (_state, { type }) => ({ liked: type === "PostLiked" }),
  decide({ liked }, { type, postId, userId }) {
    if (liked === (type === "like")) return emit();
    return emit({ type: liked ? "PostLikeRemoved" : "PostLiked", data: { postId, userId } });
  },
};
