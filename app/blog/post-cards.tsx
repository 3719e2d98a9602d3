import { Link } from "@remix-run/react";
import type { ListedPost } from "#projections/posts/queries.ts";
import { Badge } from "../ui/data/badge.tsx";
import { formatDate } from "../ui/data/format.ts";
import { postTypeNames } from "./post-types.ts";

export type PostCard = Pick<ListedPost, "slug" | "title" | "type" | "coverImage" | "summary" | "status" | "shownAt">;

/** Posts as cards with cover, type, date, title and the first words. */
export function PostCards({ posts }: { posts: readonly PostCard[] }) {
  return (
    <ul className="post-cards">
      {posts.map((post) => (
        <li key={post.slug}>
          <article className="panel post-card">
            {post.coverImage && <img src={post.coverImage} alt="" loading="lazy" />}
            <p className="meta">
              <Badge>{postTypeNames[post.type]}</Badge>
              {post.status === "draft" && <Badge tone="draft">Draft</Badge>}
              <time dateTime={post.shownAt}>{formatDate(post.shownAt)}</time>
            </p>
            <h2>
              <Link to={`/blog/${post.slug}`} prefetch="intent">
                {post.title}
              </Link>
            </h2>
            <p className="quiet line-clamp-3">{post.summary}</p>
            <Link className="more" to={`/blog/${post.slug}`} aria-label={`Read More: ${post.title}`}>
              Read More
            </Link>
          </article>
        </li>
      ))}
    </ul>
  );
}
