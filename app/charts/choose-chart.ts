import { AGGREGATES, type Aggregate, type Chart, CHART_KINDS, type ChartKind } from "#domain/core/values/chart.ts";
import { kindOf } from "../ui/data/item.ts";

type Column = { readonly name: string; readonly type: string };

const isTime = ({ type }: Column) => kindOf(type) === "date" && type !== "time";
const isNumber = ({ type }: Column) => kindOf(type) === "number";
/** Numbers that name things say nothing when they are added up. */
const isName = ({ name }: Column) => /(^|_)(id|key|code|zip|postcode|number|no|nr)$/i.test(name);
const isGroup = ({ type }: Column) => kindOf(type) === "text" || kindOf(type) === "bool";

/** The first chart of a table, by the types of its columns; null: it has no column that a chart can show. */
export function firstChart(columns: readonly Column[]): Chart | null {
  const numbers = columns.filter(isNumber);
  const measured = numbers.filter((column) => !isName(column));
  const [y, second] = measured.length > 0 ? measured : numbers;
  const [time, group] = [columns.find(isTime), columns.find(isGroup)];
  if (time) return { kind: "line", x: time.name, y: y?.name ?? null, aggregate: y ? "mean" : "count" };
  if (group) return { kind: "bar", x: group.name, y: y?.name ?? null, aggregate: y ? "sum" : "count" };
  if (y && second) return { kind: "scatter", x: y.name, y: second.name, aggregate: "mean" };
  return y ? { kind: "histogram", x: y.name, y: null, aggregate: "count" } : null;
}

/** The kinds of chart that a column can be the horizontal axis of. */
export function kindsFor(x: Column, columns: readonly Column[]): readonly ChartKind[] {
  return CHART_KINDS.filter((kind) => {
    if (kind === "line") return isTime(x);
    if (kind === "bar") return kindOf(x.type) !== "json";
    return isNumber(x) && (kind === "histogram" || columns.some((other) => isNumber(other)));
  });
}

/**
 * The chart that a URL asks for: `?kind=&x=&y=&aggregate=`. What does not fit the columns is as in the first chart; null: the
 * table has no chart.
 */
export function chartAsked(params: URLSearchParams, columns: readonly Column[]): Chart | null {
  const first = firstChart(columns);
  if (first === null) return null;
  const x = columns.find(({ name, type }) => name === params.get("x") && kindOf(type) !== "json");
  if (!x) return first;
  const kinds = kindsFor(x, columns);
  const kind = kinds.find((each) => each === params.get("kind")) ?? kinds[0];
  if (!kind) return first;
  if (kind === "histogram") return { kind, x: x.name, y: null, aggregate: "count" };
  const y = columns.find((column) => column.name === params.get("y") && isNumber(column));
  if (kind === "scatter") {
    const other = y ?? columns.find((column) => isNumber(column) && column.name !== x.name) ?? x;
    return { kind, x: x.name, y: other.name, aggregate: "mean" };
  }
  const aggregate: Aggregate = AGGREGATES.find((each) => each === params.get("aggregate")) ?? (y ? "mean" : "count");
  return y ? { kind, x: x.name, y: y.name, aggregate } : { kind, x: x.name, y: null, aggregate: "count" };
}

/** The parameters of a chart in a URL. */
export function chartParameters({ kind, x, y, aggregate }: Chart): URLSearchParams {
  return new URLSearchParams({ kind, x, ...(y === null ? {} : { y }), aggregate });
}

export const AGGREGATE_WORDS: Readonly<Record<Aggregate, string>> = {
  count: "Number of rows",
  sum: "Sum",
  mean: "Mean",
  min: "Smallest",
  max: "Largest",
};
export const KIND_WORDS: Readonly<Record<ChartKind, string>> = {
  line: "Line over time",
  bar: "Bars",
  histogram: "Histogram",
  scatter: "Scatter plot",
};

/** What the vertical axis shows: "Mean of level". */
export function valueWords({ kind, y, aggregate }: Pick<Chart, "kind" | "y" | "aggregate">): string {
  if (kind === "scatter" && y !== null) return y;
  return y === null ? AGGREGATE_WORDS.count : `${AGGREGATE_WORDS[aggregate]} of ${y}`;
}
