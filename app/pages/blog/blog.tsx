import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageWithin } from "#domain/core/lists/list-page.ts";
import { cutText } from "#domain/core/text/text.ts";
import { pick } from "#domain/core/values/pick.ts";
import { isEditor, MAX_POST_SEARCH } from "../../blog/post-calls.ts";
import { postTypeOf } from "../../blog/post-types.ts";
import { pageNumber } from "../../http/forms/page.ts";
import { pageMeta } from "../../ui/frames/page-meta.ts";
import { BlogView, type BlogViewProps } from "./blog-view.tsx";

const PAGE_SIZE = 12;

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Blog | Tributary", description: "Updates, use cases and whitepapers about Tributary." }),
  { tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Tributary blog", href: "/blog/rss.xml" },
];

/** `?search=&type=&page=` */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<BlogViewProps> {
  const params = new URL(request.url).searchParams;
  const search = cutText(params.get("search") ?? "", MAX_POST_SEARCH).trim();
  const type = postTypeOf(params.get("type"));
  const { posts } = context.platform.queries;
  const drafts = isEditor(context.viewer);
  const read = (page: number) =>
    posts.list({ search, type, drafts }, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const asked = pageNumber(params);
  const first = await read(asked);
  const { page, pages } = pageWithin(asked, first.total, PAGE_SIZE);
  const { items } = page === asked ? first : await read(page);
  return {
    ...{ search, type, page, pages, mayWrite: drafts },
    posts: items.map((item) => pick(item, ["slug", "title", "type", "coverImage", "summary", "status", "shownAt"])),
  };
}

export default function Blog() {
  return <BlogView {...useLoaderData<typeof loader>()} />;
}
