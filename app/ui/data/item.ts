import type { CatalogueItem } from "#projections/catalogue/queries.ts";

/** How a column is drawn, one colour and icon each. */
export type ColumnKind = "text" | "number" | "date" | "bool" | "json";

/** A column as a strip shows it; `filled` is the share of cells that hold something, 0 to 1, absent where the viewer may not know. */
export type ColumnShape = { name: string; kind: ColumnKind; filled?: number };

/** What a list shows of every item. */
export const LISTED = [
  "kind",
  "id",
  "title",
  "description",
  "category",
  "author",
  "createdAt",
  "subscriberCount",
  "isPublic",
] as const;

/** A dataset or connector as a list shows it. Times are ISO strings in UTC, prices in dollars. */
export type ItemSummary = Pick<CatalogueItem, (typeof LISTED)[number]> & {
  status: CatalogueItem["status"];
  /** Datasets only. */
  price?: number;
  /** Connectors only. */
  version?: number | null;
  /** What the person looking has to do with it. */
  relation: "none" | "owned" | "connected" | "granted";
  /** The version of this lineage the person is connected to, when it is another one. */
  connectedVersion?: number | null;
  rowCount?: number | null;
  shape?: ColumnShape[] | null;
  updatedAt?: string | null;
  /** Datasets that show each complete pull of an instance. */
  live?: boolean;
  /** Rows of its file that did not fit its table; datasets of the person looking only. */
  rejected?: number;
  /** A file name, or the method and path of the first operation. */
  source?: string | null;
};

/** The address of an item's profile. */
export function profileHref(item: Pick<ItemSummary, "kind" | "id">): string {
  return item.kind === "connector" ? `/connector_profile/${item.id}` : `/dataset_profile/${item.id}`;
}

/** The kind that draws a column of this type, whatever names the database or the definition language use. */
export function kindOf(type: string): ColumnKind {
  if (/^(number|integer|bigint|smallint|int\d?|double|float|real|numeric|decimal)/i.test(type)) return "number";
  if (/^(date|time)/i.test(type)) return "date";
  if (/^bool/i.test(type)) return "bool";
  if (/^json/i.test(type)) return "json";
  return "text";
}

export const kindNames: Record<ColumnKind, string> = {
  text: "text",
  number: "number",
  date: "date",
  bool: "yes/no",
  json: "JSON",
};
