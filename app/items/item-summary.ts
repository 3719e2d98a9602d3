import type { ListedItem } from "#projections/catalogue/queries.ts";
import { licenseOf, NO_LICENSE } from "#domain/dataset/licenses.ts";
import { pick } from "#domain/core/values/pick.ts";
import { imageHref } from "../images/image-href.ts";
import { type ColumnShape, type ItemSummary, kindOf, LISTED } from "../ui/data/item.ts";

/** An item of the catalogue for lists. */
export function summaryOf(item: ListedItem): ItemSummary {
  return {
    ...pick(item, LISTED),
    id: item.profileId,
    description: item.summary,
    updatedAt: item.updatedAt,
    source: item.source,
    image: imageHref(item.id, item.image),
    ...(item.kind === "connector" ? connectorFacts(item) : datasetFacts(item)),
  };
}

function connectorFacts({ status, version, auth, shape, accessible, owned }: ListedItem) {
  const relation = accessible ? ("connected" as const) : owned ? ("owned" as const) : ("none" as const);
  return { status, version, relation, connectedVersion: null, needsKey: auth !== "none", shape: columnsOf(shape) };
}

function datasetFacts({
  status,
  price,
  accessible,
  owned,
  rows,
  shape,
  live,
  onRequest,
  rejected,
  ...item
}: ListedItem) {
  return {
    status,
    price: price ?? 0,
    relation: owned ? ("owned" as const) : accessible ? ("granted" as const) : ("none" as const),
    rowCount: rows,
    shape: columnsOf(shape),
    ...{ live, onRequest },
    ...(item.license === NO_LICENSE ? {} : { license: licenseOf(item.license).label }),
    updateFrequency: item.updateFrequency,
    ...(owned ? { rejected: rejected ?? 0 } : {}),
  };
}

function columnsOf(shape: ListedItem["shape"]): ColumnShape[] {
  return shapeOf((shape ?? []).map(([name, type]) => ({ name, type })));
}

/** The columns of a table for a strip, with shares of filled cells if they are known. */
export function shapeOf(
  columns: readonly { readonly name: string; readonly type: string }[],
  emptyShares: ReadonlyMap<string, number> = new Map(),
): ColumnShape[] {
  return columns.map(({ name, type }) => {
    const share = emptyShares.get(name);
    return { name, kind: kindOf(type), ...(share === undefined ? {} : { filled: 1 - share }) };
  });
}
