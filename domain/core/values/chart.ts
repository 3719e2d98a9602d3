/** Forms of a chart: a value over time, a value for each group, how often values occur, one number against another. */
export const CHART_KINDS = ["line", "bar", "histogram", "scatter"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** How the numbers of a group become one. */
export const AGGREGATES = ["count", "sum", "mean", "min", "max"] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** What a chart shows. `y`: the column of numbers; null: rows are counted. */
export type Chart = {
  readonly kind: ChartKind;
  readonly x: string;
  readonly y: string | null;
  readonly aggregate: Aggregate;
};

/** One mark of a chart: a text or a number on the horizontal axis, and its value. */
export type ChartPoint = { readonly x: string | number; readonly y: number | null };

/** The marks of a chart, in their order. */
export type ChartData = {
  readonly points: readonly ChartPoint[];
  /** Groups that there are, of which `points` may be the first ones. */
  readonly groups: number;
  /** Of a line: the length of time that a point stands for. */
  readonly unit: TimeUnit | null;
  /** Rows that were read, of all. Fewer: they are taken from parts of the table. */
  readonly read: number;
  readonly rows: number;
};
export const TIME_UNITS = ["minute", "hour", "day", "week", "month", "year"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];
