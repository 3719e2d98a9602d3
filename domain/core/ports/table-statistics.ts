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
   * For numbers, dates and times: bins of equal width from min to max, 20 unless `binWidth` is set; null if all values are
   * equal or there are none.
   */
  readonly histogram: readonly number[] | null;
  /** Of whole numbers, at most 20 bins: how many of them a bin holds, the first beginning at min. Older statistics have none. */
  readonly binWidth?: number;
};

/** Statistics of a table, computed when it is filled. */
export type TableStatistics = {
  readonly rows: number;
  /** Size of the random sample for distinct values, top values and histograms; null if all rows were used. */
  readonly sampledRows: number | null;
  readonly columns: readonly ColumnStatistics[];
};
