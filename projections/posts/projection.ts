import { cutText } from "#domain/core/text/text.ts";
import type { Block, PostContent, PostType } from "#domain/post/events.ts";
import { projection } from "../projection.ts";
import { type DatabaseOf, integer, json, line, nullable, table, text, time } from "../table.ts";
import { plainText } from "./plain-text.ts";

const SUMMARY_CHARS = 200;
const SEARCHED_CHARS = 20_000;

const tables = {
  posts: table(
    {
      id: text(),
      slug: text(),
      title: line(),
      type: text<PostType>(),
      coverImage: nullable(text()),
      /** The first words of its first paragraph. */
      summary: text(),
      html: text(),
      blocks: nullable(json<readonly Block[]>()),
      status: text<"draft" | "published">(),
      createdAt: time(),
      /** The first time. */
      publishedAt: nullable(time()),
      /** When it was first published, or created if it never was: its place in lists. */
      shownAt: time(),
      updatedAt: time(),
      likes: integer(),
      /** Title and content in lower case. */
      searched: text(),
    },
    {
      key: ["id"],
      indexes: [{ on: ["slug"] }, { on: ["shownAt", "id"] }, { on: ["searched"], gin: "gin_trgm_ops" }],
    },
  ),
  /** Slugs that a post was found by before, unless another post has them now. */
  oldSlugs: table({ slug: text(), postId: text() }, { key: ["slug"], indexes: [{ on: ["postId"] }] }),
  likes: table(
    { postId: text(), userId: text() },
    { key: ["postId", "userId"], indexes: [{ on: ["userId", "postId"] }] },
  ),
};
export type PostsTables = DatabaseOf<typeof tables>;

/** The posts of the blog, with who likes them. */
export const posts = projection({
  name: "posts",
  version: 2,
  tables,
  on: {
    PostCreated(rows, { data: { postId: id, content }, recordedAt: at }) {
      rows.oldSlugs.remove({ slug: content.slug });
      rows.posts.put({
        ...{ id, ...contentColumns(content), status: "draft", likes: 0 },
        ...{ publishedAt: null, createdAt: at, shownAt: at, updatedAt: at },
      });
    },
    PostEdited(rows, { data: { postId: id, content }, recordedAt: updatedAt }) {
      const before = rows.posts.get(id);
      rows.oldSlugs.remove({ slug: content.slug });
      // Nobody but editors knows the address of a post that was never published.
      if (before?.publishedAt && before.slug !== content.slug) rows.oldSlugs.put({ slug: before.slug, postId: id });
      rows.posts.patch({ id }, { ...contentColumns(content), updatedAt });
    },
    PostDeleted(rows, { data: { postId } }) {
      rows.posts.remove({ id: postId });
      rows.oldSlugs.remove({ postId });
      rows.likes.remove({ postId });
    },
    PostPublished: (rows, { data: { postId: id }, recordedAt: at }) =>
      rows.posts.patch({ id }, ({ publishedAt }) => ({
        status: "published",
        publishedAt: publishedAt ?? at,
        shownAt: publishedAt ?? at,
      })),
    PostUnpublished: (rows, { data }) => rows.posts.patch({ id: data.postId }, { status: "draft" }),
    PostLiked(rows, { data: { postId, userId } }) {
      rows.likes.put({ postId, userId });
      rows.posts.patch({ id: postId }, ({ likes }) => ({ likes: likes + 1 }));
    },
    PostLikeRemoved(rows, { data: { postId, userId } }) {
      rows.likes.remove({ postId, userId });
      rows.posts.patch({ id: postId }, ({ likes }) => ({ likes: likes - 1 }));
    },
  },
});

function contentColumns({ title, slug, type, coverImage, html, blocks }: PostContent) {
  const plain = plainText(html);
  const lead = plainText(/<p>(.+?)<\/p>/s.exec(html)?.[1] ?? html);
  return {
    ...{ title, slug, type, coverImage, html, blocks },
    summary: lead.length > SUMMARY_CHARS ? `${cutText(lead, SUMMARY_CHARS)}…` : lead,
    searched: cutText(`${title} ${plain}`, SEARCHED_CHARS).normalize("NFC").toLowerCase(),
  };
}
