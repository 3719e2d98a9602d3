/** How an attempt ended, with the product's message; `said` is empty if there is none. */
export type Outcome = { readonly ok: boolean; readonly said: string };

/** A thing that was made, or why it was not. */
export type Made =
  { readonly ok: true; readonly id: string; readonly said: string } | { readonly ok: false; readonly said: string };

/** A column's kind in the product's own words: text, number, date, yes/no, JSON. */
export type Column = { readonly name: string; readonly kind: string };

/**
 * A table as a user sees it: its columns, the cells of the visible rows as text, and how many rows there are in total.
 */
export type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly total: number;
};
