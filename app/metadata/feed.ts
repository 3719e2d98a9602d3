import { asProse, onOneLine } from "#domain/core/text/lines.ts";
import { markup, XML_HEAD } from "#domain/core/text/writers/markup.ts";

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
  const items = entries.map(
    (entry) => markup`<item><title>${onOneLine(entry.title)}</title><link>${entry.link}</link>
<guid isPermaLink="false">${entry.id}</guid><pubDate>${new Date(entry.at).toUTCString()}</pubDate>
<description>${asProse(entry.text)}</description></item>
`,
  );
  const body = markup`${XML_HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${onOneLine(title)}</title><link>${link}</link>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
<description>${asProse(text)}</description><language>en</language>
${items}</channel></rss>`;
  return new Response(String(body), { headers: { "Content-Type": "application/rss+xml; charset=utf-8" } });
}
