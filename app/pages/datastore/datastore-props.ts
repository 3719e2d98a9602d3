import type { ItemSummary } from "../../ui/data/item.ts";
import type { DataStoreQuery } from "./datastore-query.ts";

/** What the DataStore page shows. */
export type DataStoreViewProps = {
  now: string;
  query: DataStoreQuery & { page: number };
  /** The items of this page. */
  items: ItemSummary[];
  /** How many match in total (not `exact`: there are more), and how many fit on a page. */
  total: { count: number; exact: boolean };
  pageSize: number;
  /** null: not known. */
  pages: number | null;
  /** Cursors of the pages before and after this one. */
  before: string | null;
  after: string | null;
  /** Nothing has the words of the search: these have similar ones. */
  similar: boolean;
  /**
   * Matches per type (in the chosen categories) and per category (of the chosen type); all categories, including those
   * with 0. Not `exact`: there are more.
   */
  facets: {
    exact: boolean;
    types: { dataset: number; connector: number };
    categories: { name: string; count: number }[];
  };
};
