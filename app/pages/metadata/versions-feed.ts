import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFound } from "../../http/forms/page.ts";
import { descriptionOf } from "../../metadata/dataset-facts.ts";
import { describedDataset } from "../../metadata/describe-dataset.ts";
import { rss } from "../../metadata/feed.ts";
import { counted } from "../../ui/data/format.ts";

/** GET /dataset_profile/{id}/versions.rss: the version that readers see; each new one is a new entry for who follows the feed. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const found = await describedDataset(context, params["id"] ?? "");
  if (!found) return throwNotFound();
  const { item, facts } = found;
  const feed = {
    title: `${facts.title}, versions`,
    link: facts.url,
    self: descriptionOf(facts, "versions.rss"),
    text: facts.description,
  };
  if (item.version === 0) return rss(feed, []);
  return rss(feed, [
    {
      id: `${facts.id}@${facts.version}`,
      title: `Version ${facts.version} of ${facts.title}`,
      link: facts.url,
      at: facts.updatedAt,
      text: `${counted(item.rows ?? 0, "row")} in ${counted(facts.columns.length, "column")}.`,
    },
  ]);
}
