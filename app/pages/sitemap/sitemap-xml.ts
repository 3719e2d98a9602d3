import { escapeMarkup } from "#domain/core/text/text.ts";
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
  return xml("urlset", appUrl, "url", entries);
}

/** The addresses of sitemaps. */
export function sitemapIndex(appUrl: string, paths: readonly string[]): Response {
  return xml(
    "sitemapindex",
    appUrl,
    "sitemap",
    paths.map((path) => ({ path, updatedAt: null })),
  );
}

function xml(root: string, appUrl: string, element: string, entries: readonly SitemapEntry[]): Response {
  const lines = entries.map(({ path, updatedAt }) => {
    const changed = updatedAt === null ? "" : `<lastmod>${new Date(updatedAt).toISOString()}</lastmod>`;
    return `<${element}><loc>${escapeMarkup(new URL(path, appUrl).href)}</loc>${changed}</${element}>`;
  });
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">\n${lines.join("\n")}\n</${root}>\n`;
  return new Response(text, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
