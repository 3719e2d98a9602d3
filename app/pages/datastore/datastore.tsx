import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { summaryOf } from "../../items/item-summary.ts";
import { CATALOGUE_LINKS } from "../../metadata/description-links.ts";
import { licenseOf } from "#domain/dataset/licenses.ts";
import { PERIODS, type SearchResult } from "#projections/catalogue/queries.ts";
import { type DataStoreQuery, isFiltered, readDataStoreQuery } from "./datastore-query.ts";
import { DataStoreView, type DataStoreViewProps } from "./datastore-view.tsx";
import { pageMeta } from "../../ui/frames/page-meta.ts";

const PAGE_SIZE = 20;
/** Licences that are offered as filters. */
const MOST_LICENSES = 20;

export const meta: MetaFunction = ({ location }) => [
  ...pageMeta({
    title: "DataStore | Discover Data & API Connectors",
    description: "Datasets to open and APIs to connect, each one a table that your tools can read.",
    noindex: location.search !== "",
  }),
  ...CATALOGUE_LINKS,
];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<DataStoreViewProps> {
  const { platform, viewer } = context;
  const asked = readDataStoreQuery(new URL(request.url).searchParams);
  const [found, known] = await Promise.all([
    platform.queries.catalogue.search(viewer?.id ?? null, { ...asked, updatedWithin: asked.updated }, asked, PAGE_SIZE),
    // A visitor's page is kept as long as the read models stay as they are.
    viewer === null ? platform.categories.fresh() : platform.categories.known(),
  ]);
  const { facets } = found;
  if (found.total.count === 0 && !isFiltered({ ...asked, q: "" })) platform.emptySearches.count(asked.q);
  const names = [...known, ...[...facets.categories.keys()].filter((name) => !known.includes(name)).sort()];
  return {
    ...pick(found, ["total", "pages", "before", "after", "similar"]),
    now: new Date().toISOString(),
    query: { ...asked, page: found.page },
    items: found.items.map(summaryOf),
    pageSize: PAGE_SIZE,
    facets: {
      exact: facets.exact,
      types: { dataset: facets.types.get("dataset") ?? 0, connector: facets.types.get("connector") ?? 0 },
      categories: names.map((name) => ({ name, count: facets.categories.get(name) ?? 0 })),
      ...besides(facets, asked),
    },
  };
}

/** The licences that are used, most of all first, and the periods. */
function besides({ licenses, periods }: SearchResult["facets"], { licenses: chosen }: DataStoreQuery) {
  const used = [...new Set([...chosen, ...licenses.keys()])].map((id) => ({
    ...{ id, label: licenseOf(id).label },
    count: licenses.get(id) ?? 0,
  }));
  return {
    licenses: used.sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, "en")).slice(0, MOST_LICENSES),
    periods: PERIODS.map((id) => ({ id, ...(periods.get(id) ?? { count: 0, exact: true }) })),
  };
}

export default function DataStore() {
  return <DataStoreView {...useLoaderData<typeof loader>()} />;
}
