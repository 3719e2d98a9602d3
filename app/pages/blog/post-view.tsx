import { Form, Link, useNavigation } from "@remix-run/react";
import type { ListedPost } from "#projections/posts/queries.ts";
import { postTypeNames } from "../../blog/post-types.ts";
import { Button, ButtonLink } from "../../ui/controls/button.tsx";
import { NewTabLink } from "../../ui/controls/new-tab-link.tsx";
import { Badge } from "../../ui/data/badge.tsx";
import { counted, formatDate } from "../../ui/data/format.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Heart, Pencil } from "../../ui/icons/all.ts";

type Shown = "slug" | "title" | "type" | "coverImage" | "summary" | "status" | "shownAt" | "likes";
export type PostViewProps = Pick<ListedPost, Shown> & {
  /** Sanitised. */
  html: string;
  liked: boolean;
  views: number;
  /** Its public address. */
  url: string;
  mayEdit: boolean;
};

export function PostView(post: PostViewProps) {
  return (
    <div className="wrap">
      <article className="page post">
        <header className="grid gap-2">
          <p className="meta">
            <Badge>{postTypeNames[post.type]}</Badge>
            <time dateTime={post.shownAt}>{formatDate(post.shownAt)}</time>
            <span>{counted(post.views, "view")}</span>
          </p>
          <h1>{post.title}</h1>
          {post.status === "draft" && <Notice title="This is a draft. Only editors see it." />}
          <div className="row">
            <Like {...post} />
            {post.mayEdit && (
              <ButtonLink small icon={Pencil} to={`/blog/${post.slug}/edit`}>
                Edit post
              </ButtonLink>
            )}
          </div>
        </header>
        {post.coverImage && <img className="cover" src={post.coverImage} alt="" />}
        <div className="prose post-body" dangerouslySetInnerHTML={{ __html: post.html }} />
        <Share {...post} />
        <p>
          <Link to="/blog">All posts</Link>
        </p>
      </article>
    </div>
  );
}

/** Shows the new state at once. Visitors are asked to log in. */
function Like({ likes, liked, title }: PostViewProps) {
  const wanted = useNavigation().formData?.get("intent");
  const shown = wanted === "like" || wanted === "unlike" ? wanted === "like" : liked;
  const count = likes + Number(shown) - Number(liked);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={shown ? "unlike" : "like"} />
      <Button small icon={Heart} aria-pressed={shown} aria-label={`Like ${title}: ${counted(count, "like")}`}>
        {counted(count, "like")}
      </Button>
    </Form>
  );
}

function Share({ url, title }: PostViewProps) {
  const linkedIn = `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`;
  const x = `https://x.com/intent/post?url=${encodeURIComponent(url)}&text=${encodeURIComponent(title)}`;
  return (
    <div className="row">
      <span className="meta">Share</span>
      <NewTabLink href={linkedIn}>LinkedIn</NewTabLink>
      <NewTabLink href={x}>X</NewTabLink>
    </div>
  );
}
