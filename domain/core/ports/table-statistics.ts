/** Statistics of one column. Values are texts as in CSV. */
export type ColumnStatistics = {
  readonly name: string;
  /** Cells without a value. */
  readonly nulls: number;
  readonly nullShare: number;
  /** Distinct values; an estimate if `sampledRows` is set, null if unknown. */
  readonly distinct: number | null;
  readonly min: string | null;
  readonly max: string | null;
  /** For numbers only. */
  readonly mean: number | null;
  /** The most common values with their counts, within the sample if there is one. */
  readonly top: readonly { readonly value: string; readonly count: number }[];
  /**
   * For numbers, dates and times: 20 bins of equal width from min to max; null if all values are equal or there are
   * none.
   */
  readonly histogram: readonly number[] | null;
};

/** Statistics of a table, computed when it is filled. */
export type TableStatistics = {
  readonly rows: number;
  /** Size of the random sample for distinct values, top values and histograms; null if all rows were used. */
  readonly sampledRows: number | null;
  readonly columns: readonly ColumnStatistics[];
};
