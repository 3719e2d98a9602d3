import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { isEditor, setLike, shownPost } from "../../blog/post-calls.ts";
import { refuse } from "../../http/call-result.ts";
import { causeOf } from "../../http/cause.ts";
import { readForm, redirectTo, redirectWithMessage, text, throwNotFound, viewerOf } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { PostView, type PostViewProps } from "./post-view.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return pageMeta({ title: "Item not found | Tributary", noindex: true });
  const { title, summary, coverImage, shownAt, status } = data;
  return [
    ...pageMeta({ title: `${title} | Tributary`, description: summary, noindex: status === "draft" }),
    { property: "article:published_time", content: shownAt },
    // Before the picture of the site, which previews take if it is the only one.
    ...(coverImage ? [{ property: "og:image", content: coverImage }] : []),
  ];
};

/** /blog/{slug}. Opening it counts as a view. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<PostViewProps> {
  const { platform, viewer, clientAddress, method } = context;
  const found = await shownPost(context, params["slug"] ?? "");
  if (!found.ok) return throwNotFound();
  const post = found.value;
  // It has another slug now; links to the one before stay good.
  if (post.slug !== params["slug"]) throw redirect(`/blog/${post.slug}`, 301);
  const isRead = method === "GET" && post.status === "published";
  if (isRead) platform.postViews.count(post.id, viewer?.id ?? clientAddress);
  const views = isRead ? ((await platform.postViews.of([post.id])).get(post.id) ?? 0) : post.views;
  return {
    ...pick(post, ["slug", "title", "type", "coverImage", "summary", "html", "status", "shownAt", "likes", "liked"]),
    views,
    url: `${platform.site.appUrl}/blog/${post.slug}`,
    mayEdit: isEditor(viewer),
  };
}

/** The like button. It says what it wants, so that pressing it twice is one like. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await viewerOf(context, request);
  const intent = text(await readForm(request), "intent");
  const slug = params["slug"] ?? "";
  const here = `/blog/${encodeURIComponent(slug)}`;
  if (intent !== "like" && intent !== "unlike") return redirectWithMessage.error(here, refuse("form-unknown").error);
  const set = await setLike(context.platform, { slug, liked: intent === "like" }, viewer, causeOf(context));
  return set.ok ? redirectTo(here) : redirectWithMessage.error(here, set.error);
}

export default function Post() {
  return <PostView {...useLoaderData<typeof loader>()} />;
}
