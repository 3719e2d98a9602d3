import type { LoaderFunctionArgs } from "@remix-run/node";
import { readCursor } from "#projections/catalogue/queries.ts";
import { throwNotFound } from "../../http/forms/page.ts";
import { itemEntries, sitemap, SITEMAP_SIZE } from "./sitemap-xml.ts";

/** GET /sitemap/items.xml: one part of the items that everybody sees, as the index of /sitemap.xml names it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { queries, site } = context.platform;
  const { searchParams } = new URL(request.url);
  const kind = searchParams.get("kind");
  const from = readCursor(searchParams.get("from") ?? "", "newest");
  if ((kind !== "dataset" && kind !== "connector") || from === null) return throwNotFound();
  return sitemap(site.appUrl, itemEntries(await queries.catalogue.listedAddresses(kind, from, SITEMAP_SIZE)));
}
