/** Which of a list's items a page holds: at most `limit` of them behind the first `offset`. */
export type ListRange = { readonly limit: number; readonly offset: number };

/** The items of one page, and how many the list has altogether. */
export type ListPage<T> = { readonly items: readonly T[]; readonly total: number };
