import type { ItemCount } from "./item-counts.ts";
import { type CatalogueSort, type Cursor, cursorText, readCursor } from "./item-order.ts";
import type { ItemsPage, ListedItem, PageAt } from "./item-pages.ts";

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

/** Reads the pages of a list in its order. */
export type ItemReader = {
  read(page: PageAt, size: number): Promise<ItemsPage>;
  /** The cursor of the item that so many others precede; null if the list is shorter. */
  cursorAt(skip: number): Promise<Cursor | null>;
};

type Listing = {
  readonly sort: CatalogueSort;
  readonly asked: PageAsked;
  readonly size: number;
  readonly total: ItemCount | Promise<ItemCount>;
};

/** A page with its number and the cursors of its neighbours. A total that is still counted does not hold up the page. */
export async function pageOfItems(reader: ItemReader, { sort, asked, size, ...listing }: Listing): Promise<ItemList> {
  const beside = cursorAsked(asked, sort);
  const at = beside ?? (asked.page === 1 ? ({ at: "first" } as const) : null);
  const [total, begun] = await Promise.all([listing.total, at && reader.read(at, size)]);
  const pages = total.exact ? Math.max(1, Math.ceil(total.count / size)) : null;
  const shown = (from: PageAt, number: number, read: ItemsPage): ItemList => ({
    ...{ items: read.items, total, page: number, pages },
    ...neighbours(from, read),
  });
  const page = async (from: PageAt, number: number, most = size): Promise<ItemList> =>
    shown(from, number, await reader.read(from, most));
  const first = () => page({ at: "first" }, 1);
  // As many as are left over after whole pages, so that pages from the end are those from the start.
  const last = () => page({ at: "last" }, pages ?? 1, total.count % size || size);
  const number = asked.page === "last" ? (pages ?? 1) : Math.min(asked.page, pages ?? asked.page);
  if (at !== null && begun !== null) {
    const found = shown(at, number, begun);
    if (at.at === "before" && found.before === null) return first();
    return at.at === "after" && found.items.length === 0 ? last() : found;
  }
  if (number === 1) return first();
  if (number === pages) return last();
  const counted = Math.min(number, Math.floor(COUNTED_OFF / size) + 1);
  const from = await reader.cursorAt((counted - 1) * size);
  return from === null ? first() : page({ at: "from", cursor: from }, counted);
}

/** The page beside the cursor that is asked for; null: there is none of this order. */
export function cursorAsked({ after, before }: PageAsked, sort: CatalogueSort) {
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
