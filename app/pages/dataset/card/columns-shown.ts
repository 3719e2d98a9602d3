import type { DescribedColumn } from "../../../datasets/column-notes.ts";

export const COLUMNS_PREFIX = "columns_";
/** `?describe=1`: the owner edits what is said about the columns. */
export const DESCRIBE = "describe";

/** A page of the data dictionary. */
export type ColumnsShown = {
  readonly items: readonly DescribedColumn[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** Whether the owner edits them. */
  readonly edited: boolean;
};
