/** Values by which a list is ordered, of one of its rows: a page can begin after them. */
export type Cursor = readonly (string | number)[];

/** The range of items on a page: at most `limit`, after the first `offset` or after the row at `after`. */
export type ListRange = { readonly limit: number; readonly offset: number; readonly after?: Cursor | null };

/** The items of one page, and how many the list has in total. */
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number };

/** A page of a list that can be read from cursor to cursor; `next`: the cursor of the page that follows, if there is one. */
export type CursorPage<T> = ListPage<T> & { readonly next: Cursor | null };

/** The page of a list that is shown: the one that was asked for, or the last. An empty list has one page. */
export function pageWithin(
  asked: number,
  items: number,
  perPage: number,
): { readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(items / perPage));
  return { page: Math.min(asked, pages), pages };
}
