import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pick } from "#domain/core/values/pick.ts";
import { CATEGORIES, isCategory } from "../../connectors/categories.ts";
import { summaryOf } from "../../items/item-summary.ts";
import { readDataStoreQuery } from "./datastore-query.ts";
import { DataStoreView, type DataStoreViewProps } from "./datastore-view.tsx";

const PAGE_SIZE = 20;

export const meta: MetaFunction = () => [
  { title: "DataStore | Discover Data & API Connectors" },
  { name: "description", content: "Datasets to open and APIs to connect, each one a table that your tools can read." },
];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<DataStoreViewProps> {
  const { platform, viewer } = context;
  const asked = readDataStoreQuery(new URL(request.url).searchParams);
  const found = await platform.queries.catalogue.search(viewer?.id ?? null, asked, asked, PAGE_SIZE);
  const { facets } = found;
  const names = [...CATEGORIES, ...[...facets.categories.keys()].filter((name) => !isCategory(name)).sort()];
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
    },
  };
}

export default function DataStore() {
  return <DataStoreView {...useLoaderData<typeof loader>()} />;
}
