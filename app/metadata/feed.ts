import { escapeMarkup } from "#domain/core/text/text.ts";

/** An entry of a feed. `id` stays the same for ever. */
export type FeedEntry = {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly at: string;
  readonly text: string;
};

/** What a feed is about; `self` is its own address. */
export type Feed = { readonly title: string; readonly link: string; readonly self: string; readonly text: string };

/** A feed in RSS 2.0. */
export function rss({ title, link, self, text }: Feed, entries: readonly FeedEntry[]): Response {
  const element = (name: string, content: string) => `<${name}>${escapeMarkup(content)}</${name}>`;
  const items = entries.map((entry) =>
    [
      "<item>",
      element("title", entry.title),
      element("link", entry.link),
      `<guid isPermaLink="false">${escapeMarkup(entry.id)}</guid>`,
      element("pubDate", new Date(entry.at).toUTCString()),
      element("description", entry.text),
      "</item>",
    ].join(""),
  );
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    element("title", title) + element("link", link),
    `<atom:link href="${escapeMarkup(self)}" rel="self" type="application/rss+xml"/>`,
    `${element("description", text)}<language>en</language>`,
    ...items,
    "</channel></rss>",
  ].join("\n");
  return new Response(body, { headers: { "Content-Type": "application/rss+xml; charset=utf-8" } });
}
