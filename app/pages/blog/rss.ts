import type { LoaderFunctionArgs } from "@remix-run/node";
import { rss } from "../../metadata/feed.ts";

const NEWEST = 20;

/** /blog/rss.xml: the newest posts, with their first words. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { queries, site } = context.platform;
  const asked = { search: "", type: null, drafts: false };
  const { items } = await queries.posts.list(asked, { limit: NEWEST, offset: 0 });
  const { appUrl } = site;
  return rss(
    {
      title: "Tributary blog",
      link: `${appUrl}/blog`,
      self: `${appUrl}/blog/rss.xml`,
      text: "Updates, use cases and whitepapers.",
    },
    items.map(({ id, slug, title, summary, shownAt }) => ({
      ...{ id, title, link: `${appUrl}/blog/${slug}`, at: shownAt, text: summary },
    })),
  );
}
