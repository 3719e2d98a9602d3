/** What is known of a column. Values are texts as in CSV. */
export type ColumnStatistics = {
  readonly name: string;
  /** Cells without a value. */
  readonly nulls: number;
  readonly nullShare: number;
  /** Different values; an estimate when `sampledRows` is set, null where it is not known. */
  readonly distinct: number | null;
  readonly min: string | null;
  readonly max: string | null;
  /** Of numbers only. */
  readonly mean: number | null;
  /** The commonest values and how often they occur, among the sampled rows where there is a sample. */
  readonly top: readonly { readonly value: string; readonly count: number }[];
  /** Of numbers, dates and times: 20 bins of equal width from min to max; null when all values are equal or there are none. */
  readonly histogram: readonly number[] | null;
};

/** What was counted when a table was filled. */
export type TableStatistics = {
  readonly rows: number;
  /** Size of the random sample that distinct values, top values and histograms come from; null: they come from all rows. */
  readonly sampledRows: number | null;
  readonly columns: readonly ColumnStatistics[];
};
