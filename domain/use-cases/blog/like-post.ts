import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import { postLike } from "../../post-like/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** Likes a post or takes that back; `liked` null: whichever it was not. The caller has made sure that the user sees it. */
export async function likePost(
  { log }: Pick<Ports, "log">,
  { postId, by, liked }: { readonly postId: string; readonly by: string; readonly liked: boolean | null },
  cause: Cause,
): Promise<Result<{ readonly liked: boolean }, never>> {
  const likes = aggregate(log, postLike);
  const id = { postId, userId: by };
  const { state, ofCommand } = await likes.loadFor(id, cause.commandId + "/like-post");
  const next = ofCommand.length > 0 ? state.liked : (liked ?? !state.liked);
  const set = await likes.handle(id, { type: next ? "like" : "remove-like", ...id }, step(cause, "like-post"));
  return set.ok ? accept({ liked: next }, set.position) : set;
}
