import type { WrittenPost } from "#domain/use-cases/blog/written-post.ts";
import type { PostRow } from "#projections/posts/queries.ts";
import { text } from "../http/forms/page.ts";
import { postTypeOf } from "./post-types.ts";

/** What the form of a post posts: `blocks` is filled while the editor is open, `content` is HTML otherwise. */
export function writtenIn(form: FormData): WrittenPost {
  const blocks = text(form, "blocks");
  return {
    title: text(form, "title"),
    slug: text(form, "slug"),
    type: postTypeOf(text(form, "type")) ?? "update",
    coverImage: text(form, "cover_image") || null,
    body: blocks === "" ? { html: text(form, "content") } : { blocks: parsed(blocks) },
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

export type PostForm = ReturnType<typeof formOf>;

/** A post as its form shows it. */
export function formOf({ title, slug, type, coverImage, html, blocks, status }: PostRow) {
  return { title, slug, type, coverImage: coverImage ?? "", html, blocks, status };
}
