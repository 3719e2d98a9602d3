import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { previewOf } from "../../datasets/preview-calls.ts";
import type { AppContext } from "../../platform.ts";
import { summaryOf } from "../../items/item-summary.ts";
import type { LandingViewProps } from "./landing-view.tsx";
import { LandingView } from "./landing-view.tsx";

const FEATURED_ITEMS = 3;

export const meta: MetaFunction = () => [
  { title: "Tributary | Datasets and live APIs as tables your tools can open" },
  {
    name: "description",
    content:
      "A one-stop platform for high-quality datasets and insights: browse the DataStore, connect an API into a table, stream it into your tools.",
  },
];

/** What a visitor sees in the DataStore, for every viewer. */
export async function loader({ context }: LoaderFunctionArgs): Promise<LandingViewProps> {
  const { platform, viewer } = context;
  const { items, total, sampleId } = await platform.queries.catalogue.featured(FEATURED_ITEMS);
  return {
    now: new Date().toISOString(),
    signedIn: viewer !== null,
    itemCount: total,
    items: items.map(summaryOf),
    sample: sampleId === null ? null : await sampleOf(context, sampleId),
    origin: platform.site.appUrl,
  };
}

/** A public dataset with its first rows. */
async function sampleOf(context: AppContext, id: string): Promise<LandingViewProps["sample"]> {
  const [item, preview] = await Promise.all([
    context.platform.queries.catalogue.dataset(id, null),
    previewOf(context, id, null),
  ]);
  if (item === null || !preview.ok) return null;
  return { item: pick(item, ["kind", "id", "title"]), preview: preview.value, tableName: item.tableName };
}

export default function Landing() {
  return <LandingView {...useLoaderData<typeof loader>()} />;
}
