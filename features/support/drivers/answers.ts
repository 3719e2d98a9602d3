/** How an attempt ended, with what the product said to it; `said` is empty where it said nothing. */
export type Outcome = { readonly ok: boolean; readonly said: string };

/** A thing that came to be, or why it did not. */
export type Made =
  { readonly ok: true; readonly id: string; readonly said: string } | { readonly ok: false; readonly said: string };

/** A column's kind in the product's own words: text, number, date, yes/no, JSON. */
export type Column = { readonly name: string; readonly kind: string };

/** A table as somebody sees it: its columns, the cells of the rows shown as text, and how many rows there are in all. */
export type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly total: number;
};
