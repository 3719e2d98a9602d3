/** The range of items on a page: at most `limit` after the first `offset`. */
export type ListRange = { readonly limit: number; readonly offset: number };

/** The items of one page, and how many the list has in total. */
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number };
