import { cutText } from "#domain/core/text/text.ts";
import { licenseOf } from "#domain/dataset/licenses.ts";
import type { CatalogueSort, Period } from "#projections/catalogue/queries.ts";
import { readPageAsked } from "../../ui/data/page-asked.ts";

/**
 * The filters, the order and the page of the DataStore; all of it is in the URL:
 * `?q=&type=&category=&category=&license=&updated=&sort=&page=&after=&before=`.
 */
export type DataStoreQuery = {
  q: string;
  type: "dataset" | "connector" | null;
  /** Empty means All. */
  categories: string[];
  /** Empty: any. */
  licenses: string[];
  /** null: at any time. */
  updated: Period | null;
  sort: CatalogueSort;
  /** From 1. */
  page: number | "last";
  /** The cursor beside which the page is; null: the page is found by its number. */
  after: string | null;
  before: string | null;
};

/**
 * Matches per type (in the chosen categories) and per category (of the chosen type); all categories, including those
 * with 0. Not `exact`: there are more.
 */
export type ShownFacets = {
  exact: boolean;
  types: { dataset: number; connector: number };
  categories: { name: string; count: number }[];
  licenses: { id: string; label: string; count: number }[];
  periods: { id: Period; count: number; exact: boolean }[];
};

/** The periods of the filter by the newest rows, in the words of the screen. */
export const periodNames: Record<Period, string> = {
  day: "Within a day",
  week: "Within a week",
  month: "Within a month",
  year: "Within a year",
};

/** The orders of the catalogue, in the words of the screen. */
export const sortNames: Record<CatalogueSort, string> = {
  relevance: "Relevance",
  newest: "Newest",
  updated: "Last updated",
  users: "Most users",
  rows: "Most rows",
  title: "Title",
};

/** Without a choice the best matches of a search are first, and of a list without a search the newest items. */
export function defaultSort(q: string): CatalogueSort {
  return q === "" ? "newest" : "relevance";
}

/** The order as the URL names it; null: it is the one without a choice. */
export function chosenSort({ q, sort }: Pick<DataStoreQuery, "q" | "sort">): CatalogueSort | null {
  return sort === defaultSort(q) || sort === "relevance" ? null : sort;
}

/**
 * Parses the query of the URL; invalid values are ignored. `all` among the categories is the checkbox All and filters
 * nothing.
 */
export function readDataStoreQuery(params: URLSearchParams): DataStoreQuery {
  const type = params.get("type");
  const q = cutText((params.get("q") ?? "").trim(), 200);
  const sort = params.get("sort") ?? "";
  const updated = params.get("updated") ?? "";
  const categories = [...new Set(params.getAll("category").map((name) => name.trim()))].filter(
    (name) => name !== "" && name !== "all",
  );
  return {
    q,
    type: type === "dataset" || type === "connector" ? type : null,
    categories: categories.slice(0, 50),
    licenses: [...new Set(params.getAll("license"))].filter((id) => id !== "" && id.length <= 100).slice(0, 50),
    updated: Object.hasOwn(periodNames, updated) ? (updated as Period) : null,
    sort: Object.hasOwn(sortNames, sort) && sort !== "relevance" ? (sort as CatalogueSort) : defaultSort(q),
    ...readPageAsked(params),
  };
}

/** The URL of the DataStore with this query; a change of the filters starts at page 1. */
export function dataStoreHref(query: DataStoreQuery, change: Partial<DataStoreQuery> = {}): string {
  const { q, type, categories, licenses, updated, sort, page } = { ...query, page: 1, ...change };
  const chosen = chosenSort({ q, sort });
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (type) params.set("type", type);
  for (const category of categories) params.append("category", category);
  for (const license of licenses) params.append("license", license);
  if (updated !== null) params.set("updated", updated);
  if (chosen !== null) params.set("sort", chosen);
  if (page !== 1) params.set("page", String(page));
  return params.size ? `/datastore?${params}` : "/datastore";
}

/** Whether anything narrows the list. */
export function isFiltered({ q, type, categories, licenses, updated }: DataStoreQuery): boolean {
  return q !== "" || type !== null || categories.length + licenses.length > 0 || updated !== null;
}

/** The filters beside the search and the type, each with the query without it. */
export function chosenFilters(query: DataStoreQuery): { name: string; value: string; without: string }[] {
  const { categories, licenses, updated } = query;
  return [
    ...categories.map((value) => ({
      ...{ name: "Category", value },
      without: dataStoreHref(query, { categories: categories.filter((other) => other !== value) }),
    })),
    ...licenses.map((id) => ({
      ...{ name: "Licence", value: licenseOf(id).label },
      without: dataStoreHref(query, { licenses: licenses.filter((other) => other !== id) }),
    })),
    ...(updated === null
      ? []
      : [
          {
            name: "Updated",
            value: periodNames[updated].toLowerCase(),
            without: dataStoreHref(query, { updated: null }),
          },
        ]),
  ];
}
