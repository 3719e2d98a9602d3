import type { ChartData, ChartPoint } from "#domain/core/values/chart.ts";

/** The drawing area, in units of the SVG. */
export const AREA = { width: 640, height: 280, left: 64, right: 12, top: 12, bottom: 40 } as const;
const TICKS = 5;

/** Values along an axis, from the smallest to the largest, each a round number. */
export function ticksOf(low: number, high: number): readonly number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.ceil(high / step - first));
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The range of the values on the vertical axis; bars begin at 0. */
export function verticalRange(points: readonly ChartPoint[], fromZero: boolean): readonly number[] {
  const values = points.flatMap(({ y }) => (y === null ? [] : [y]));
  const [low, high] = [min(values, 0), max(values, 0)];
  return ticksOf(fromZero ? Math.min(0, low) : low, fromZero ? Math.max(0, high) : high);
}

/** Places on the horizontal axis from 0 to 1: groups side by side, numbers by their size. */
export function placesOf({ points }: Pick<ChartData, "points">, byValue: boolean): readonly number[] {
  if (!byValue) return points.map((_, at) => (at + 0.5) / Math.max(1, points.length));
  const values = points.map(({ x }) => Number(x));
  const [low, high] = [min(values, 0), max(values, 1)];
  return values.map((value) => (high === low ? 0.5 : (value - low) / (high - low)));
}

/** Which of `count` points side by side have a label, about `most` at equal distances; `withLast`: the last one too. */
export function labelled(count: number, most: number, withLast: boolean): readonly number[] {
  const every = Math.max(1, Math.ceil(count / most));
  const chosen = Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
  const last = count - 1;
  const rest = last - (chosen.at(-1) ?? last);
  if (!withLast || rest === 0) return chosen;
  // Two labels need three quarters of a distance.
  return [...(rest < every * 0.75 ? chosen.slice(0, -1) : chosen), last];
}

const min = (values: readonly number[], empty: number) => values.reduce((a, b) => Math.min(a, b), values[0] ?? empty);
const max = (values: readonly number[], empty: number) => values.reduce((a, b) => Math.max(a, b), values[0] ?? empty);

/** A number on an axis or in a table: short, but never in another order than its value. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(2);
  return new Intl.NumberFormat("en", { maximumSignificantDigits: 6 }).format(value);
}
