import { cutText } from "#domain/core/text/text.ts";
import type { CatalogueSort } from "#projections/catalogue/queries.ts";

/** The filters and the order of the DataStore; all of it is in the URL: `?q=&type=&category=&category=&sort=&page=`. */
export type DataStoreQuery = {
  q: string;
  type: "dataset" | "connector" | null;
  /** Empty means All. */
  categories: string[];
  sort: CatalogueSort;
  /** From 1. */
  page: number;
};

/** The orders of the catalogue, in the words of the screen. */
export const sortNames: Record<CatalogueSort, string> = { newest: "Newest", users: "Most users", title: "Title" };

/**
 * Parses the query of the URL; invalid values are ignored. `all` among the categories is the checkbox All and filters
 * nothing.
 */
export function readDataStoreQuery(params: URLSearchParams): DataStoreQuery {
  const type = params.get("type");
  const sort = params.get("sort") ?? "";
  const page = Number(params.get("page") ?? 1);
  const categories = [...new Set(params.getAll("category").map((name) => name.trim()))].filter(
    (name) => name !== "" && name !== "all",
  );
  return {
    q: cutText((params.get("q") ?? "").trim(), 200),
    type: type === "dataset" || type === "connector" ? type : null,
    categories: categories.slice(0, 50),
    sort: Object.hasOwn(sortNames, sort) ? (sort as CatalogueSort) : "newest",
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** The URL of the DataStore with this query; a change of the filters starts at page 1. */
export function dataStoreHref(query: DataStoreQuery, change: Partial<DataStoreQuery> = {}): string {
  const { q, type, categories, sort, page } = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (type) params.set("type", type);
  for (const category of categories) params.append("category", category);
  if (sort !== "newest") params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return params.size ? `/datastore?${params}` : "/datastore";
}
