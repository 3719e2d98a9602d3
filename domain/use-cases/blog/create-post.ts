import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { post, type PostRefusal } from "../../post/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type EditorRefusal, isEditor } from "./editors.ts";
import { reserveSlug } from "./slugs.ts";
import { checkedPost, type WrittenPost, type WrittenPostRefusal } from "./written-post.ts";

export type WritePostPorts = Pick<Ports, "log" | "vault" | "clock" | "ids" | "html">;
export type WritePostRefusal =
  EditorRefusal | PostRefusal | WrittenPostRefusal | { readonly code: "slug-taken"; readonly slug: string };

/** Writes a new post of the blog: a draft, or published at once. */
export async function createPost(
  ports: WritePostPorts,
  input: { readonly written: WrittenPost; readonly isPublished: boolean; readonly by: string },
  cause: Cause,
): Promise<Result<{ readonly postId: string; readonly slug: string }, WritePostRefusal>> {
  const { by, isPublished } = input;
  if (!(await isEditor(ports, by))) return refuse({ code: "not-an-editor" });
  const checked = await checkedPost(ports, input.written);
  if (!checked.ok) return checked;
  const content = checked.value;
  const { slug } = content;
  const postId = ports.ids.derive(cause.commandId, "post");
  if (!(await reserveSlug(ports, slug, postId, cause))) return refuse({ code: "slug-taken", slug });
  const created = await aggregate(ports.log, post).handle(
    postId,
    { type: "create", postId, by, content, isPublished },
    step(cause, "create-post"),
  );
  return created.ok ? accept({ postId, slug }, created.position) : created;
}
