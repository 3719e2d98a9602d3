import { Histogram, TopValues } from "./charts.tsx";
import { binConditions, valueConditions } from "../filters/bar-conditions.ts";
import { counted, formatCount } from "./format.ts";
import type { ColumnKind } from "./item.ts";

/** The address of the rows of a column that fit these conditions of streams. */
export type FilterHref = (column: string, conditions: readonly string[]) => string;

/** The values of a column, as texts as they are stored. */
export type ColumnValues = {
  /** Smallest and largest, for numbers, dates and times. */
  ends: readonly [string, string] | null;
  /** Row counts in equal steps from the smallest to the largest. */
  bins: readonly number[] | null;
  /** How many whole numbers a step holds; absent: the steps divide the values into equal parts. */
  binWidth?: number;
  /** The most common, if there are few distinct ones; `share` 0 to 1. */
  top: readonly { value: string; share: number }[];
  /** null: unknown. */
  distinct: number | null;
  /** Bins, most common and distinct values come from a random sample of the rows. */
  sampled: boolean;
};

/**
 * A column's values in its header: a histogram with its ends, the most common values, or the number of distinct ones.
 */
export function ColumnPicture({
  name,
  type,
  kind,
  values: { ends, bins, binWidth, top, distinct, sampled },
  filter,
}: {
  name: string;
  type: string;
  kind: ColumnKind;
  values: ColumnValues;
  filter?: FilterHref | undefined;
}) {
  if (ends && bins) {
    const titles = stepTitles({ ends, bins, binWidth, sampled }, kind);
    const linkOf = (conditions: readonly string[] | null) => (conditions && filter ? filter(name, conditions) : null);
    const fullest = bins.indexOf(Math.max(...bins));
    return (
      <>
        <Histogram
          bins={bins}
          titles={titles}
          {...(filter
            ? { hrefs: bins.map((_, bin) => linkOf(binConditions(ends, type, { bin, bins: bins.length, binWidth }))) }
            : {})}
          kind={kind}
          name={`${name} from ${ends[0]} to ${ends[1]}; the fullest of ${bins.length} steps is ${titles[fullest]}`}
        />
        <p className="ends" aria-hidden="true">
          {shortEnds(ends).map((end, at) => (
            <span key={at} title={ends[at]}>
              {end}
            </span>
          ))}
        </p>
      </>
    );
  }
  if (top.length > 0) {
    const all = distinct ?? top.length;
    const more = all - top.length;
    return (
      <>
        <TopValues top={top} {...(filter ? { href: (value: string) => filter(name, valueConditions(value)) } : {})} />
        <p className="ends">
          {more > 0 ? `${sampled ? "about " : ""}${formatCount(more)} more` : counted(all, "value")}
        </p>
      </>
    );
  }
  if (ends) return <p className="ends">{ends.join(" to ")}</p>;
  return distinct ? <p className="ends">{distinctWords(distinct, sampled)}</p> : null;
}

/** "86 distinct values"; for a sample an estimate, to two figures from a thousand on. */
export function distinctWords(distinct: number, sampled: boolean): string {
  if (!sampled) return counted(distinct, "distinct value");
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(distinct)) - 1);
  return `about ${counted(distinct < 1_000 ? distinct : Math.round(distinct / unit) * unit, "distinct value")}`;
}

/** Each step of a histogram with its number of rows: "60 to 67.8: 12 rows". */
export function stepTitles(
  {
    ends,
    bins,
    binWidth,
    sampled,
  }: { ends: readonly [string, string]; bins: readonly number[] } & Partial<
    Record<"binWidth", number | undefined> & Record<"sampled", boolean | undefined>
  >,
  kind: ColumnKind,
): string[] {
  const steps = binWidth === undefined ? stepsOf(ends, kind, bins.length) : wholeSteps(ends, binWidth, bins.length);
  return steps.map((step, at) => {
    const rows = bins[at] ?? 0;
    return step + (sampled ? `${formatCount(rows)} of the sampled rows` : counted(rows, "row"));
  });
}

/** The basis of the column pictures of a table: `rows` in total, `sampled` of them if a sample was used. */
export function summaryBasis({ rows, sampled }: { rows: number; sampled: number | null }): string {
  const what =
    sampled !== null
      ? `a random sample of ${formatCount(sampled)} of ${counted(rows, "row")}`
      : rows === 1
        ? "the only row"
        : `all ${counted(rows, "row")}`;
  return `Column summaries use ${what}`;
}

const months = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });

/** Both ends as short as they can be told apart: "Jan 2025" for days of different months, a day for moments of different days. */
function shortEnds([low, high]: readonly [string, string]): readonly [string, string] {
  if (!/^\d{4}-\d\d-\d\d(?:T|$)/.test(low) || !/^\d{4}-\d\d-\d\d(?:T|$)/.test(high)) return [low, high];
  // eslint-disable-next-line house/cut-text -- ISO dates are ASCII
  const parts = (length: number) => [low.slice(0, length), high.slice(0, length)] as const;
  const [first, last] = parts(7);
  if (first !== last) return [months.format(Date.parse(low)), months.format(Date.parse(high))];
  const days = parts(10);
  return days[0] === days[1] ? [low, high] : days;
}

/** "1: ", or "100 to 108: " for each step of whole numbers. */
function wholeSteps([low, high]: readonly [string, string], width: number, steps: number): string[] {
  return Array.from({ length: steps }, (_, at) => {
    const from = Number(low) + at * width;
    const upTo = Math.min(Number(high), from + width - 1);
    return from === upTo ? `${from}: ` : `${from} to ${upTo}: `;
  });
}

const DAY_MS = 86_400_000;

/** "100 to 108: " for each step; nothing if the ends are neither numbers nor moments. */
export function stepsOf([low, high]: readonly [string, string], kind: ColumnKind, steps: number): string[] {
  const read = (end: string) => (kind === "date" ? Date.parse(end) : Number(end));
  const width = (read(high) - read(low)) / steps;
  if (!Number.isFinite(width) || width <= 0) return Array.from({ length: steps }, () => "");
  const decimals = Math.min(20, Math.max(0, 1 - Math.floor(Math.log10(width))));
  const words = (value: number) =>
    kind === "date"
      ? new Date(value).toISOString().slice(0, width >= DAY_MS ? 10 : 19)
      : String(Number(value.toFixed(decimals)));
  return Array.from(
    { length: steps },
    (_, at) => `${words(read(low) + at * width)} to ${words(read(low) + (at + 1) * width)}: `,
  );
}
