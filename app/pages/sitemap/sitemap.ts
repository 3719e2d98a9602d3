import type { LoaderFunctionArgs } from "@remix-run/node";
import { documentation } from "../../documentation/doc-pages.ts";
import { itemEntries, sitemap, SITEMAP_SIZE, sitemapIndex } from "./sitemap-xml.ts";

/** Pages that search engines may list beside the items. The imprint asks not to be listed. */
const PAGES = [
  ...documentation.map(({ path }) => path),
  "/",
  "/about",
  "/api-documentation",
  "/blog",
  "/contact",
  "/cookie-settings",
  "/dataapps",
  "/datastore",
  "/terms",
  "/use-cases",
];
/** Posts in the sitemap, the newest. */
const MOST_POSTS = 1_000;
const KINDS = ["dataset", "connector"] as const;

/**
 * GET /sitemap.xml: the pages, posts and items that everybody sees; if they do not fit into one answer, the addresses of
 * the sitemaps that hold them. `?part=pages` is the one with the pages and posts.
 */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { queries, site } = context.platform;
  const posts = await queries.posts.list({ search: "", type: null, drafts: false }, { limit: MOST_POSTS, offset: 0 });
  const pages = [
    ...PAGES.map((path) => ({ path, updatedAt: null })),
    ...posts.items.map(({ slug, updatedAt }) => ({ path: `/blog/${slug}`, updatedAt })),
  ];
  if (new URL(request.url).searchParams.get("part") === "pages") return sitemap(site.appUrl, pages);
  if ((await queries.catalogue.countListed()) + pages.length <= SITEMAP_SIZE) {
    const items = await Promise.all(
      KINDS.map((kind) => queries.catalogue.listedAddresses(kind, null, SITEMAP_SIZE - pages.length)),
    );
    return sitemap(site.appUrl, [...pages, ...itemEntries(items.flat())]);
  }
  const parts = await queries.catalogue.partsOfListed(SITEMAP_SIZE);
  return sitemapIndex(site.appUrl, [
    "/sitemap.xml?part=pages",
    ...parts.map((part) => `/sitemap/items.xml?${new URLSearchParams(part)}`),
  ]);
}
