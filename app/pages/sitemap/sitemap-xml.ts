import { type Markup, markup, XML_HEAD } from "#domain/core/text/writers/markup.ts";
import type { ListedAddress } from "#projections/catalogue/queries.ts";
import { profileHref } from "../../ui/data/item.ts";

/** Most addresses in one answer: the protocol allows 50,000, and a smaller answer holds up nobody else. */
export const SITEMAP_SIZE = 10_000;

const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** An address of a page, and since when it is as it is; null: not known. */
export type SitemapEntry = { readonly path: string; readonly updatedAt: string | null };

export function itemEntries(items: readonly ListedAddress[]): SitemapEntry[] {
  return items.map(({ kind, profileId, updatedAt }) => ({ path: profileHref({ kind, id: profileId }), updatedAt }));
}

/** The addresses of pages as sitemaps.org defines it. */
export function sitemap(appUrl: string, entries: readonly SitemapEntry[]): Response {
  const urls = entries.map(
    ({ path, updatedAt }) => markup`<url>${location(appUrl, path)}${changed(updatedAt)}</url>\n`,
  );
  return xml(markup`<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>\n`);
}

/** The addresses of sitemaps. */
export function sitemapIndex(appUrl: string, paths: readonly string[]): Response {
  const maps = paths.map((path) => markup`<sitemap>${location(appUrl, path)}</sitemap>\n`);
  return xml(markup`<sitemapindex xmlns="${NAMESPACE}">\n${maps}</sitemapindex>\n`);
}

function location(appUrl: string, path: string): Markup {
  return markup`<loc>${new URL(path, appUrl).href}</loc>`;
}

function changed(at: string | null): Markup {
  return at === null ? markup`` : markup`<lastmod>${new Date(at).toISOString()}</lastmod>`;
}

function xml(document: Markup): Response {
  return new Response(String(markup`${XML_HEAD}${document}`), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
