import type { Kysely } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { PostType } from "#domain/post/events.ts";
import { descending } from "#domain/core/lists/list-order.ts";
import { nextIds } from "../next-ids.ts";
import { pageOf } from "../list-page.ts";
import type { PostsTables } from "./projection.ts";

export { type PostType, POST_TYPES } from "#domain/post/events.ts";

const LISTED = [
  "id",
  "slug",
  "title",
  "type",
  "coverImage",
  "summary",
  "status",
  "createdAt",
  "shownAt",
  "updatedAt",
  "likes",
] as const;
export type ListedPost = Pick<PostsTables["posts"], (typeof LISTED)[number]>;
export type PostRow = ListedPost & Pick<PostsTables["posts"], "html" | "blocks">;

/** The newest posts first. */
export const NEWEST_POSTS = descending({ shownAt: "time", id: "text" });

/** Words of a search that count. */
const SEARCH_WORDS = 12;

/** `drafts`: whether the viewer is an editor, who sees drafts too. */
type Seen = { readonly drafts: boolean };

/** Reads of the blog; `db` is bound to the model's schema. Only editors find drafts. */
export function postsQueries(db: Kysely<PostsTables>) {
  const visible = ({ drafts }: Seen) =>
    db.selectFrom("posts").$if(!drafts, (found) => found.where("status", "=", "published"));
  return {
    /** One page of posts, the newest first. Every word of `search` is found in title or content. */
    async list(
      { search, type, drafts }: Seen & { readonly search: string; readonly type: PostType | null },
      range: ListRange,
    ): Promise<CursorPage<ListedPost>> {
      const words = search.normalize("NFC").toLowerCase().split(/\s+/).filter(Boolean).slice(0, SEARCH_WORDS);
      let found = visible({ drafts }).select(LISTED);
      if (type !== null) found = found.where("type", "=", type);
      for (const word of words) found = found.where("searched", "like", `%${word.replace(/[\\%_]/g, "\\$&")}%`);
      return pageOf(found, NEWEST_POSTS, range);
    },
    async bySlug(slug: string, seen: Seen): Promise<PostRow | null> {
      const found = visible(seen)
        .select([...LISTED, "html", "blocks"])
        .where("slug", "=", slug);
      return (await found.executeTakeFirst()) ?? null;
    },
    /** The post that was found by this slug before. */
    async byOldSlug(slug: string, seen: Seen): Promise<PostRow | null> {
      const found = visible(seen)
        .innerJoin("oldSlugs", "oldSlugs.postId", "posts.id")
        .select([...LISTED.map((column) => `posts.${column}` as const), "posts.html", "posts.blocks"])
        .where("oldSlugs.slug", "=", slug);
      return (await found.executeTakeFirst()) ?? null;
    },
    /** The next posts that a user likes, in the order of their ids after one. */
    likedIdsOf: (userId: string, after: string) =>
      nextIds(
        db
          .selectFrom("likes")
          .select("postId as id")
          .where("userId", "=", userId)
          .where("postId", ">", after)
          .orderBy("postId"),
      ),
    /** How many users like a post, and whether this one does. */
    async likesOf(postId: string, userId: string | null): Promise<{ readonly likes: number; readonly liked: boolean }> {
      const row = await db
        .selectFrom("posts")
        .select([
          "likes",
          (select) =>
            select
              .exists(
                select
                  .selectFrom("likes")
                  .select("userId")
                  .where("postId", "=", postId)
                  .where("userId", "=", userId ?? ""),
              )
              .as("liked"),
        ])
        .where("id", "=", postId)
        .executeTakeFirst();
      return { likes: row?.likes ?? 0, liked: row?.liked === true };
    },
  };
}
