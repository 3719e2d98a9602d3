import { z } from "zod";
import { type ListedPost, POST_TYPES } from "#projections/posts/queries.ts";
import type { ShownPost } from "../../blog/post-calls.ts";

const listed = {
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  type: z.enum(POST_TYPES),
  cover_image: z.string().nullable(),
  summary: z.string().describe("The first words of the content."),
  status: z.enum(["draft", "published"]).describe("Only editors get drafts."),
  created_at: z.string(),
  views: z.number(),
  likes: z.number(),
};

/** A post in lists. */
export const listedPostBody = z.strictObject(listed).meta({ id: "ListedPost" });

/** A post with its content. */
export const postBody = z
  .strictObject({
    ...listed,
    content: z.string().describe("Sanitised HTML."),
    updated_at: z.string(),
    liked: z.boolean().describe("Whether you like it."),
  })
  .meta({ id: "Post" });

export function listedPostShape(row: ListedPost & { readonly views: number }) {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    type: row.type,
    cover_image: row.coverImage,
    summary: row.summary,
    status: row.status,
    created_at: row.createdAt,
    views: row.views,
    likes: row.likes,
  };
}

export function postShape(row: ShownPost) {
  return { ...listedPostShape(row), content: row.html, updated_at: row.updatedAt, liked: row.liked };
}
