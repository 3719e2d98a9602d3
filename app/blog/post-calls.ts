import { createPost, type WritePostRefusal } from "#domain/use-cases/blog/create-post.ts";
import { deletePost } from "#domain/use-cases/blog/delete-post.ts";
import { editPost } from "#domain/use-cases/blog/edit-post.ts";
import { likePost } from "#domain/use-cases/blog/like-post.ts";
import type { WrittenPost } from "#domain/use-cases/blog/written-post.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { CursorPage } from "#domain/core/lists/list-page.ts";
import type { ListedPost, PostRow } from "#projections/posts/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, toCallResult } from "../http/call-result.ts";
import type { AppContext, Platform } from "../platform.ts";

export type { WritePostRefusal, WrittenPost };

/** Longest search in the blog, in characters. */
export const MAX_POST_SEARCH = 200;

/** Whether this viewer writes posts and sees drafts. */
export function isEditor(viewer: UserRow | null): boolean {
  return viewer?.roles.some((role) => role === "editor" || role === "admin") === true;
}

/** A post as its page and the API show it; `html` is sanitised. */
export type ShownPost = PostRow & { readonly views: number; readonly liked: boolean };

/** A post that the viewer may see, also by a slug that it had before. */
export async function shownPost(
  { platform, viewer }: Pick<AppContext, "platform" | "viewer">,
  slug: string,
): Promise<CallResult<ShownPost>> {
  const seen = { drafts: isEditor(viewer) };
  const { posts } = platform.queries;
  const row = (await posts.bySlug(slug, seen)) ?? (await posts.byOldSlug(slug, seen));
  if (row === null) return NOT_FOUND;
  const [html, views, { liked }] = await Promise.all([
    platform.ports.html.sanitize(row.html),
    platform.postViews.of([row.id]),
    platform.queries.posts.likesOf(row.id, viewer?.id ?? null),
  ]);
  if (html === null) throw new Error(`The HTML of the post ${row.id} could not be sanitised`);
  return { ok: true, value: { ...row, html, liked, views: views.get(row.id) ?? 0 } };
}

/** The posts of one page with their views. */
export async function withViews(
  { postViews }: Platform,
  { items, ...page }: CursorPage<ListedPost>,
): Promise<CursorPage<ListedPost & { readonly views: number }>> {
  const views = await postViews.of(items.map(({ id }) => id));
  return { ...page, items: items.map((item) => ({ ...item, views: views.get(item.id) ?? 0 })) };
}

type Write = { readonly written: WrittenPost; readonly isPublished: boolean };

/** Writes a new post. */
export async function makePost(
  platform: Platform,
  write: Write,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly postId: string; readonly slug: string }>> {
  return toCallResult(platform, await createPost(platform.ports, { ...write, by: viewer.id }, cause));
}

/** Changes a post. */
export async function changePost(
  platform: Platform,
  write: Write & { readonly postId: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly slug: string }>> {
  return toCallResult(platform, await editPost(platform.ports, { ...write, by: viewer.id }, cause));
}

/** Deletes a post. */
export async function removePost(
  platform: Platform,
  postId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  return toCallResult(platform, await deletePost(platform.ports, { postId, by: viewer.id }, cause));
}

/** Likes a post or takes that back; `liked` null: the opposite of what it was. */
export async function setLike(
  platform: Platform,
  { slug, liked }: { readonly slug: string; readonly liked: boolean | null },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ readonly likes: number; readonly liked: boolean }>> {
  const row = await platform.queries.posts.bySlug(slug, { drafts: isEditor(viewer) });
  if (row === null) return NOT_FOUND;
  const set = await toCallResult(
    platform,
    await likePost(platform.ports, { postId: row.id, by: viewer.id, liked }, cause),
  );
  if (!set.ok) return set;
  const { likes } = await platform.queries.posts.likesOf(row.id, viewer.id);
  return { ok: true, value: { likes, liked: set.value.liked } };
}
