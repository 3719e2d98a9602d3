import type { CatalogueItem, DatasetItem, ListedConnector } from "#projections/catalogue/queries.ts";
import type { Column } from "#domain/core/values/table.ts";
import { type ColumnShape, type ItemSummary, kindOf } from "../ui/data/item.ts";

/** An item of the catalogue as lists show it. */
export function summaryOf(item: CatalogueItem): ItemSummary {
  return item._type === "connector" ? connectorSummary(item) : datasetSummary(item);
}

export function connectorSummary(item: ListedConnector): ItemSummary {
  const {
    id,
    title,
    description,
    category,
    author,
    created_at,
    subscriber_count,
    is_public,
    status,
    price,
    version,
    owned,
  } = item;
  const connected = item.connected_connector_id;
  return {
    _type: "connector",
    id,
    title,
    description,
    category,
    author,
    created_at,
    subscriber_count,
    is_public,
    status,
    price,
    version,
    relation: connected !== null ? "connected" : owned ? "owned" : "none",
    connected_version: null,
    updated_at: created_at,
    source: firstCall(item.dsl),
  };
}

export function datasetSummary(item: DatasetItem): ItemSummary {
  const {
    id,
    title,
    description,
    category,
    author_name: author,
    created_at,
    subscriber_count,
    is_public,
    status,
    price,
  } = item;
  return {
    _type: "dataset",
    id,
    title,
    description,
    category,
    author,
    created_at,
    subscriber_count,
    is_public,
    status,
    price,
    relation: item.owned ? "owned" : item.granted ? "granted" : "none",
    row_count: item.rows,
    shape: shapeOf(item.columns),
    updated_at: item.rows_at ?? item.updated_at,
    live: item.source.kind === "connection" && item.source.live,
    source: item.file_name,
    ...(item.owned ? { rejected: item.rejected } : {}),
  };
}

/** The columns of a table as a strip draws them; shares of filled cells where they are known. */
export function shapeOf(
  columns: readonly Column[],
  emptyShares: ReadonlyMap<string, number> = new Map(),
): ColumnShape[] {
  return columns.map(({ name, type }) => {
    const share = emptyShares.get(name);
    return { name, kind: kindOf(type), ...(share === undefined ? {} : { filled: 1 - share }) };
  });
}

/** Method and path of the first operation. */
function firstCall(dsl: ListedConnector["dsl"]): string | null {
  const operations = dsl?.["operations"];
  const first: unknown = Array.isArray(operations) ? operations[0] : null;
  if (typeof first !== "object" || first === null || !("url" in first) || typeof first.url !== "string") return null;
  const method = "method" in first && typeof first.method === "string" ? first.method.toUpperCase() : "GET";
  return `${method} ${first.url.replace(/^https?:\/\/[^/]+/i, "").replace(/\?.*$/, "") || "/"}`;
}
