import type { ListedItem } from "#projections/catalogue/queries.ts";

/** The kinds of columns, each with a colour and an icon. */
export type ColumnKind = "text" | "number" | "date" | "bool" | "json";

/** A column in a strip; `filled` is the share of non-empty cells, 0 to 1, absent if the viewer may not know it. */
export type ColumnShape = { name: string; kind: ColumnKind; filled?: number };

/** What a list shows of every item. */
export const LISTED = ["kind", "title", "category", "author", "createdAt", "subscriberCount", "isPublic"] as const;

/** A dataset or connector in a list. Times are ISO strings in UTC, prices in dollars. */
export type ItemSummary = Pick<ListedItem, (typeof LISTED)[number]> & {
  /** The id in the address of its profile. */
  id: string;
  description: string;
  status: ListedItem["status"];
  /** Datasets only. */
  price?: number;
  /** These two of connectors only. `needsKey`: its calls sign in with credentials of the user. */
  version?: number | null;
  needsKey?: boolean;
  /** The viewer's relation to it. */
  relation: "none" | "owned" | "connected" | "granted";
  /** The version of this lineage to which the viewer is connected, if it is another one. */
  connectedVersion?: number | null;
  rowCount?: number | null;
  shape?: ColumnShape[] | null;
  updatedAt?: string | null;
  /** Datasets that show each complete pull of an instance. */
  live?: boolean;
  /** Public datasets whose owner decides who gets access. */
  onRequest?: boolean;
  /** The name of its licence, if one is stated, and how often new rows are expected, if that is; datasets only. */
  license?: string;
  updateFrequency?: string;
  /** Rejected rows of its file; only for the viewer's own datasets. */
  rejected?: number;
  /** The address of its image. */
  image?: string | null;
  /** A file name, or the method and path of the first operation. */
  source?: string | null;
};

/** The URL of an item's profile. */
export function profileHref(item: Pick<ItemSummary, "kind" | "id">): string {
  return item.kind === "connector" ? `/connector_profile/${item.id}` : `/dataset_profile/${item.id}`;
}

/** The kind of a column type, by any of the names in the database or the definition language. */
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
