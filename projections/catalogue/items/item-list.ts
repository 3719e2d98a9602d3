import type { Kysely } from "kysely";
import type { CatalogueTables } from "../tables.ts";
import type { ItemCount } from "./item-counts.ts";
import { type CatalogueSort, type Cursor, cursorText, readCursor } from "./item-order.ts";
import { cursorAt, type ItemsPage, type ListedItem, type PageAt, readItems } from "./item-pages.ts";
import type { ItemFilter } from "./visible-items.ts";

/** The page that is asked for: a number, which a list shows, and the cursor beside which the page is found quickly. */
export type PageAsked = {
  readonly page: number | "last";
  readonly after: string | null;
  readonly before: string | null;
};

/** One page of a list, with the cursors of its neighbours (null: there is none). */
export type ItemList = {
  readonly items: readonly ListedItem[];
  readonly total: ItemCount;
  /** The number of the page; `pages` is null where the total is not known exactly. */
  readonly page: number;
  readonly pages: number | null;
  readonly before: string | null;
  readonly after: string | null;
};

/** A page that is asked for by its number alone is found by counting off: so many items at most. */
export const COUNTED_OFF = 10_000;

type Listing = {
  readonly sort: CatalogueSort;
  readonly asked: PageAsked;
  readonly size: number;
  readonly total: ItemCount;
};

/** A page with its number and the cursors of its neighbours. */
export async function pageOfItems(
  db: Kysely<CatalogueTables>,
  viewer: string | null,
  filter: ItemFilter,
  { sort, asked, size, total }: Listing,
): Promise<ItemList> {
  const pages = total.exact ? Math.max(1, Math.ceil(total.count / size)) : null;
  const page = async (at: PageAt, number: number, most = size): Promise<ItemList> => {
    const read = await readItems(db, viewer, filter, { sort, page: at, size: most });
    return { items: read.items, total, page: number, pages, ...neighbours(at, read) };
  };
  const first = () => page({ at: "first" }, 1);
  // As many as are left over after whole pages, so that pages from the end are those from the start.
  const last = () => page({ at: "last" }, pages ?? 1, total.count % size || size);
  const number = asked.page === "last" ? (pages ?? 1) : Math.min(asked.page, pages ?? asked.page);
  const beside = cursorAsked(asked, sort);
  if (beside !== null) {
    const found = await page(beside, number);
    if (beside.at === "before" && found.before === null) return first();
    return beside.at === "after" && found.items.length === 0 ? last() : found;
  }
  if (number === 1) return first();
  if (number === pages) return last();
  const counted = Math.min(number, Math.floor(COUNTED_OFF / size) + 1);
  const from = await cursorAt(db, viewer, filter, sort, (counted - 1) * size);
  return from === null ? first() : page({ at: "from", cursor: from }, counted);
}

function cursorAsked({ after, before }: PageAsked, sort: CatalogueSort) {
  const next = after === null ? null : readCursor(after, sort);
  if (next) return { at: "after", cursor: next } as const;
  const previous = before === null ? null : readCursor(before, sort);
  return previous && ({ at: "before", cursor: previous } as const);
}

/** The cursors of the pages before and after one that was read, null where the list ends. */
export function neighbours({ at }: PageAt, { items, more }: ItemsPage) {
  const text = (cursor: Cursor | undefined) => (cursor ? cursorText(cursor) : null);
  const backwards = at === "before" || at === "last";
  return {
    before: (backwards ? more : at !== "first") ? text(items[0]?.cursor) : null,
    after: (backwards ? at !== "last" : more) ? text(items.at(-1)?.cursor) : null,
  };
}
