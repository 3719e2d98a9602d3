import type { Aggregate, TimeUnit } from "#domain/core/values/chart.ts";
import { TIME_UNITS } from "#domain/core/values/chart.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type ReadableColumn, textSql } from "../column-sql.ts";

/** Points of a line, groups of bars, steps of a histogram and marks of a scatter plot, at most. */
export const MOST_POINTS = { line: 400, bar: 20, histogram: 20, scatter: 1_000 } as const;
const LABEL_CHARACTERS = 80;
const SECONDS: Readonly<Record<TimeUnit, number>> = {
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
};

/** The column as a number; for whole tables of texts nothing is one. */
export const numberSql = ({ sql }: ReadableColumn) => `(${sql})::double precision`;
const NUMBERS: ReadonlySet<ColumnType> = new Set(["bigint", "double precision", "numeric"]);
export const isNumber = (type: ColumnType): boolean => NUMBERS.has(type);

/** The value of a group: rows that are counted, or numbers of a column made one. */
export function aggregateSql(y: ReadableColumn | null, aggregate: Aggregate): string {
  if (y === null || aggregate === "count") return y === null ? "count(*)::float8" : `count(${y.sql})::float8`;
  return `${aggregate === "mean" ? "avg" : aggregate}(${numberSql(y)})`;
}

/** The longest time that gives a line enough points, so that it does not have too many. */
export function unitFor(seconds: number): TimeUnit {
  return TIME_UNITS.find((unit) => seconds / SECONDS[unit] <= MOST_POINTS.line) ?? "year";
}

/** The seconds between the first and the last time. */
export function rangeSql(x: ReadableColumn, rows: string): string {
  return `SELECT extract(epoch FROM max((${x.sql})::timestamp) - min((${x.sql})::timestamp))::float8 AS seconds ${rows}`;
}

export function lineSql(x: ReadableColumn, value: string, rows: string, unit: TimeUnit): string {
  const form = { minute: 'YYYY-MM-DD"T"HH24:MI', hour: 'YYYY-MM-DD"T"HH24:MI', month: "YYYY-MM", year: "YYYY" };
  const shown = unit === "day" || unit === "week" ? "YYYY-MM-DD" : form[unit];
  return `SELECT to_char(at, '${shown}') AS x, y, count(*) OVER ()::float8 AS groups FROM (
      SELECT date_trunc('${unit}', (${x.sql})::timestamp) AS at, ${value} AS y ${rows} GROUP BY 1
    ) AS grouped WHERE at IS NOT NULL ORDER BY at LIMIT ${MOST_POINTS.line}`;
}

export function barSql(x: ReadableColumn, value: string, rows: string): string {
  return `SELECT left(x, ${LABEL_CHARACTERS}) AS x, y, count(*) OVER ()::float8 AS groups FROM (
      SELECT ${textSql(x)} COLLATE "C" AS x, ${value} AS y ${rows} GROUP BY 1
    ) AS grouped WHERE x IS NOT NULL ORDER BY y DESC NULLS LAST, x LIMIT ${MOST_POINTS.bar}`;
}

export function histogramSql(x: ReadableColumn, rows: string): string {
  const steps = MOST_POINTS.histogram;
  return `WITH given AS (SELECT ${numberSql(x)} AS v ${rows}),
      ends AS (SELECT min(v) AS low, max(v) AS high FROM given WHERE v NOT IN ('NaN', 'Infinity', '-Infinity')),
      steps AS (SELECT least(width_bucket(v, low, high, ${steps}), ${steps}) AS step, count(*) AS n
        FROM given, ends WHERE low < high AND v BETWEEN low AND high GROUP BY 1)
    SELECT low + (at - 1) * (high - low) / ${steps} AS x, coalesce(n, 0)::float8 AS y, ${steps}::float8 AS groups
    FROM ends, generate_series(1, ${steps}) AS at LEFT JOIN steps ON step = at WHERE low < high
    UNION ALL SELECT low, (SELECT count(v) FROM given)::float8, 1::float8 FROM ends WHERE low = high ORDER BY x`;
}

export function scatterSql(x: ReadableColumn, y: ReadableColumn, rows: string): string {
  return `SELECT x, y, count(*) OVER ()::float8 AS groups FROM (
      SELECT ${numberSql(x)} AS x, ${numberSql(y)} AS y, source._row_id ${rows}
    ) AS marks WHERE x IS NOT NULL AND y IS NOT NULL ORDER BY hashint8(_row_id) LIMIT ${MOST_POINTS.scatter}`;
}
