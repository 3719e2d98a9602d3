import type { LoaderFunctionArgs } from "@remix-run/node";
import { rss } from "../../metadata/feed.ts";
import { profileHref } from "../../ui/data/item.ts";

const NEWEST = 50;

/** GET /datastore.rss: the items that everybody sees, the newest first. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { queries, site } = context.platform;
  const { items } = await queries.catalogue.featured(NEWEST, "newest");
  const { appUrl } = site;
  return rss(
    {
      title: "Tributary DataStore",
      link: `${appUrl}/datastore`,
      self: `${appUrl}/datastore.rss`,
      text: "New datasets and API connectors.",
    },
    items.map((item) => ({
      id: item.profileId,
      title: item.title,
      link: appUrl + profileHref({ kind: item.kind, id: item.profileId }),
      at: item.createdAt,
      text: item.summary,
    })),
  );
}
