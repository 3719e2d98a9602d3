import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { post, type PostRefusal } from "../../post/decider.ts";
import { type Cause, step } from "../step.ts";
import type { WritePostPorts } from "./create-post.ts";
import { type EditorRefusal, isEditor } from "./editors.ts";
import { releaseSlug } from "./slugs.ts";

/** Deletes a post for everybody; its slug is free again. Its history stays in the log. */
export async function deletePost(
  ports: WritePostPorts,
  { postId, by }: { readonly postId: string; readonly by: string },
  cause: Cause,
): Promise<Result<null, EditorRefusal | PostRefusal>> {
  if (!(await isEditor(ports, by))) return refuse({ code: "not-an-editor" });
  const posts = aggregate(ports.log, post);
  const before = await posts.load(postId);
  const deleted = await posts.handle(postId, { type: "delete", by }, step(cause, "delete-post"));
  if (!deleted.ok) return deleted;
  if ("content" in before) await releaseSlug(ports, before.content.slug, postId, cause);
  return accept(null, deleted.position);
}
