/** The range of items on a page: at most `limit` after the first `offset`. */
export type ListRange = { readonly limit: number; readonly offset: number };

/** The items of one page, and how many the list has in total. */
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number };

/** The page of a list that is shown: the one that was asked for, or the last. An empty list has one page. */
export function pageWithin(
  asked: number,
  items: number,
  perPage: number,
): { readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(items / perPage));
  return { page: Math.min(asked, pages), pages };
}
