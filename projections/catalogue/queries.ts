import type { Kysely } from "kysely";
import type { Column } from "#domain/core/values/table.ts";
import { belongingReads } from "./belonging-queries.ts";
import { categoryReads } from "./administration/category-queries.ts";
import { connectorReads, type ConnectorItem, type ListedConnector } from "./connector-queries.ts";
import { dataAppReads } from "./data-apps/data-app-queries.ts";
import { datasetReads, type DatasetItem } from "./dataset-queries.ts";
import { takedownReads } from "./administration/takedown-queries.ts";
import { grantReads } from "./grant-queries.ts";
import { itemReads } from "./items/item-reads.ts";
import { nameReads } from "./items/names.ts";
import { addressReads } from "./items/listed-addresses.ts";
import type { CatalogueTables } from "./tables.ts";

/** Reads of the catalogue for one viewer (null: a visitor); `db` is bound to the model's schema. */
export function catalogueQueries(db: Kysely<CatalogueTables>) {
  return {
    ...belongingReads(db),
    ...categoryReads(db),
    ...connectorReads(db),
    ...datasetReads(db),
    ...grantReads(db),
    ...itemReads(db),
    ...addressReads(db),
    ...nameReads(db),
    ...takedownReads(db),
    ...dataAppReads(db),
  };
}
export { type AnyItem, TAKEN_DOWN_BY_TITLE } from "./administration/takedown-queries.ts";
export type { Column, ConnectorItem, DatasetItem, ListedConnector };
export { type DataAppItem, NEWEST_DATA_APPS } from "./data-apps/data-app-queries.ts";
export type { DataAppRow } from "./tables.ts";
export { type CatalogueSort, ITEM_SORTS } from "./items/item-order.ts";
export type { ListedItem } from "./items/item-pages.ts";
export type { ItemList, PageAsked } from "./items/item-list.ts";
export type { ListedAddress } from "./items/listed-addresses.ts";
export type { SearchResult } from "./items/item-reads.ts";
export { type Period, PERIODS } from "./items/visible-items.ts";
export { readCursor } from "./items/item-order.ts";
