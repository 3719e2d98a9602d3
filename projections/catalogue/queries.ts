import type { Kysely } from "kysely";
import type { Column } from "#domain/core/values/table.ts";
import { connectorReads, type ConnectorItem, type ListedConnector } from "./connector-queries.ts";
import { datasetReads, type DatasetItem } from "./dataset-queries.ts";
import type { CatalogueTables } from "./tables.ts";

export type CatalogueItem = ListedConnector | DatasetItem;
export type CatalogueSort = "newest" | "title" | "users";
type CatalogueFilter = {
  readonly q: string;
  readonly type: "connector" | "dataset" | null;
  readonly categories: readonly string[];
  readonly sort: CatalogueSort;
};

const byNewest = (a: CatalogueItem, b: CatalogueItem) =>
  a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0;
const ORDER: Readonly<Record<CatalogueSort, (a: CatalogueItem, b: CatalogueItem) => number>> = {
  newest: byNewest,
  title: (a, b) => a.title.localeCompare(b.title, "en") || byNewest(a, b),
  users: (a, b) => b.subscriberCount - a.subscriberCount || byNewest(a, b),
};

/** Reads of the catalogue for one viewer (null: a visitor); `db` is bound to the model's schema. */
export function catalogueQueries(db: Kysely<CatalogueTables>) {
  const connectors = connectorReads(db);
  const datasets = datasetReads(db);
  return {
    ...connectors,
    ...datasets,
    /**
     * The DataStore: filtered before anything is counted, so that counts reveal nothing that the viewer may not see.
     * `facets` count the matches of the text search by type and category.
     */
    async search(viewer: string | null, filter: CatalogueFilter) {
      const found: readonly CatalogueItem[] = [
        ...(await connectors.listConnectors(viewer, filter.q)),
        ...(await datasets.listDatasets(viewer, filter.q)),
      ];
      const inCategory = (item: CatalogueItem) =>
        filter.categories.length === 0 || filter.categories.includes(item.category);
      const ofType = (item: CatalogueItem) => filter.type === null || item.kind === filter.type;
      const count = (items: readonly CatalogueItem[], key: (item: CatalogueItem) => string) => {
        const counts = new Map<string, number>();
        for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
        return counts;
      };
      return {
        items: found.filter((item) => inCategory(item) && ofType(item)).sort(ORDER[filter.sort]),
        facets: {
          types: count(found.filter(inCategory), (item) => item.kind),
          categories: count(found.filter(ofType), (item) => item.category),
        },
      };
    },
  };
}
export type { Column, ConnectorItem, DatasetItem, ListedConnector };
