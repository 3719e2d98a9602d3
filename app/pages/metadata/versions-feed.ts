import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFound } from "../../http/forms/page.ts";
import { descriptionOf } from "../../metadata/dataset-facts.ts";
import { describedDataset } from "../../metadata/describe-dataset.ts";
import { rss } from "../../metadata/feed.ts";
import { counted } from "../../ui/data/format.ts";

const MAX_ENTRIES = 50;

/** GET /dataset_profile/{id}/versions.rss: the versions that are kept, the newest first. */
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
  const { queries, versionsKept } = context.platform;
  const limit = Math.min(versionsKept.dataset, MAX_ENTRIES);
  const { items: versions } = await queries.tables.versionsOf(item.id, { limit, offset: 0 });
  return rss(
    feed,
    versions.map(({ version, at, rows, columnCount }) => ({
      id: `${facts.id}@${version}`,
      title: `Version ${version} of ${facts.title}`,
      link: facts.url,
      at,
      text: `${counted(rows, "row")} in ${counted(columnCount, "column")}.`,
    })),
  );
}
