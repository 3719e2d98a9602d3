import type { LoaderFunctionArgs } from "@remix-run/node";
import { escapeMarkup } from "#domain/core/text/text.ts";

const NEWEST = 20;

/** /blog/rss.xml: the newest posts, with their first words. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { queries, site } = context.platform;
  const asked = { search: "", type: null, drafts: false };
  const { items } = await queries.posts.list(asked, { limit: NEWEST, offset: 0 });
  const entries = items.map(({ id, slug, title, summary, shownAt }) =>
    [
      "<item>",
      `<title>${escapeMarkup(title)}</title>`,
      `<link>${escapeMarkup(`${site.appUrl}/blog/${slug}`)}</link>`,
      `<guid isPermaLink="false">${escapeMarkup(id)}</guid>`,
      `<pubDate>${new Date(shownAt).toUTCString()}</pubDate>`,
      `<description>${escapeMarkup(summary)}</description>`,
      "</item>",
    ].join(""),
  );
  const address = escapeMarkup(site.appUrl);
  const feed = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>Tributary blog</title><link>${address}/blog</link>`,
    `<atom:link href="${address}/blog/rss.xml" rel="self" type="application/rss+xml"/>`,
    "<description>Updates, use cases and whitepapers.</description><language>en</language>",
    ...entries,
    "</channel></rss>",
  ].join("\n");
  return new Response(feed, { headers: { "Content-Type": "application/rss+xml; charset=utf-8" } });
}
