import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { CatalogueItem } from "#projections/catalogue/queries.ts";
import { previewOf } from "../../datasets/preview-calls.ts";
import type { AppContext } from "../../platform.ts";
import { datasetSummary, summaryOf } from "../../items/item-summary.ts";
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
  const { items } = await platform.queries.catalogue.search(null, {
    q: "",
    type: null,
    categories: [],
    sort: "newest",
  });
  return {
    now: new Date().toISOString(),
    signedIn: viewer !== null,
    itemCount: items.length,
    items: items.slice(0, FEATURED_ITEMS).map(summaryOf),
    sample: await sampleOf(context, items),
    origin: platform.site.appUrl,
  };
}

/** The newest public dataset with rows. */
async function sampleOf(context: AppContext, items: readonly CatalogueItem[]): Promise<LandingViewProps["sample"]> {
  const item = items.find((each) => each.kind === "dataset" && (each.rows ?? 0) > 0);
  if (item?.kind !== "dataset") return null;
  const preview = await previewOf(context, item.id, null);
  return preview.ok ? { item: datasetSummary(item), preview: preview.value, tableName: item.tableName } : null;
}

export default function Landing() {
  return <LandingView {...useLoaderData<typeof loader>()} />;
}
