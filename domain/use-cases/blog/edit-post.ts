import { aggregate } from "../../core/aggregate.ts";
import { accept, later, refuse, type Result } from "../../core/result.ts";
import { post } from "../../post/decider.ts";
import { type Cause, step } from "../step.ts";
import type { WritePostPorts, WritePostRefusal } from "./create-post.ts";
import { isEditor } from "./editors.ts";
import { releaseSlug, reserveSlug } from "./slugs.ts";
import { checkedPost, type WrittenPost } from "./written-post.ts";

/** Replaces the content of a post; `isPublished`: publishes it, or makes it a draft again. */
export async function editPost(
  ports: WritePostPorts,
  input: { readonly postId: string; readonly written: WrittenPost; readonly isPublished: boolean; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly slug: string }, WritePostRefusal>> {
  const { postId, by, isPublished } = input;
  if (!(await isEditor(ports, by))) return refuse({ code: "not-an-editor" });
  const posts = aggregate(ports.log, post);
  const before = await posts.load(postId);
  if (!("content" in before)) return refuse({ code: "post-unknown" });
  const checked = await checkedPost(ports, input.written);
  if (!checked.ok) return checked;
  const { slug } = checked.value;
  if (slug !== before.content.slug && !(await reserveSlug(ports, slug, postId, cause)))
    return refuse({ code: "slug-taken", slug });
  const edited = await posts.handle(postId, { type: "edit", by, content: checked.value }, step(cause, "edit-post"));
  if (!edited.ok) return edited;
  if (slug !== before.content.slug) await releaseSlug(ports, before.content.slug, postId, cause);
  const shown = await setPublished(ports, { postId, by, isPublished }, cause);
  return shown.ok ? accept({ slug }, later(edited.position, shown.position)) : shown;
}

function setPublished(
  ports: WritePostPorts,
  { postId, by, isPublished }: { readonly postId: string; readonly by: string; readonly isPublished: boolean },
  cause: Cause,
) {
  const type = isPublished ? "publish" : "unpublish";
  return aggregate(ports.log, post).handle(postId, { type, by }, step(cause, `${type}-post`));
}
