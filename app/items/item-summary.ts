import type { CatalogueItem, DatasetItem, ListedConnector } from "#projections/catalogue/queries.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { Column } from "#domain/core/values/table.ts";
import { type ColumnShape, type ItemSummary, kindOf, LISTED } from "../ui/data/item.ts";

/** An item of the catalogue for lists. */
export function summaryOf(item: CatalogueItem): ItemSummary {
  return item.kind === "connector" ? connectorSummary(item) : datasetSummary(item);
}

export function connectorSummary(item: ListedConnector): ItemSummary {
  return {
    ...pick(item, LISTED),
    status: item.status,
    version: item.version,
    relation: item.connectedConnectorId !== null ? "connected" : item.owned ? "owned" : "none",
    connectedVersion: null,
    updatedAt: item.createdAt,
    source: firstCall(item.definition),
  };
}

export function datasetSummary(item: DatasetItem): ItemSummary {
  return {
    ...pick(item, LISTED),
    status: item.status,
    price: item.price,
    relation: item.owned ? "owned" : item.granted ? "granted" : "none",
    rowCount: item.rows,
    shape: shapeOf(item.columns),
    updatedAt: item.rowsAt ?? item.updatedAt,
    live: item.source.kind === "connection" && item.source.live,
    source: item.fileName,
    ...(item.owned ? { rejected: item.rejected } : {}),
  };
}

/** The columns of a table for a strip, with shares of filled cells if they are known. */
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
function firstCall(definition: ListedConnector["definition"]): string | null {
  const operations = definition?.["operations"];
  const first: unknown = Array.isArray(operations) ? operations[0] : null;
  if (typeof first !== "object" || first === null || !("url" in first) || typeof first.url !== "string") return null;
  const method = "method" in first && typeof first.method === "string" ? first.method.toUpperCase() : "GET";
  return `${method} ${first.url.replace(/^https?:\/\/[^/]+/i, "").replace(/\?.*$/, "") || "/"}`;
}
