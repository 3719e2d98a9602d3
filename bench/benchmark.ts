import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";

/** The environment of a benchmark. Everything in it is deleted afterwards. */
export type Bench = {
  /** An empty database without syncing to disk, so that work is compared and not hardware. */
  database(): Promise<FreshDatabase>;
  /** For files. */
  readonly folder: string;
  /** From the argument `name=count`: how large the benchmark is. */
  readonly count?: number;
  /** Aborts when the benchmark must end. */
  readonly signal: AbortSignal;
};

/** A measurement and its baseline, measured right before or after it. */
export type Sample = { readonly figure: number; readonly baseline: number };

/** `rate`: more is better. `cost`: less is better. */
export type Measured = {
  readonly name: string;
  readonly unit: string;
  readonly kind: "rate" | "cost";
  /** What the baseline is. */
  readonly against: string;
  readonly samples: readonly Sample[];
};

export type Benchmark = (bench: Bench) => Promise<Measured[]>;

/** Each figure is the median of this many runs, if its benchmark does not say more. */
const RUNS = 3;

/** Runs `run` one after the other. */
export async function repeated<T>(run: (round: number) => Promise<T>, runs = RUNS): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < runs; round += 1) results.push(await run(round));
  return results;
}

/** The seconds that `work` takes, and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> {
  const began = performance.now();
  const value = await work();
  return { seconds: (performance.now() - began) / 1000, value };
}

/**
 * One line: name, figure, baseline and ratio, each the median, with the lowest and highest ratio. A ratio of 1 equals
 * the baseline, more is better.
 */
export function lineOf({ name, unit, kind, against, samples }: Measured): string {
  const ratios = samples.map(({ figure, baseline }) => (kind === "rate" ? figure / baseline : baseline / figure));
  const figure = `${written(median(samples.map((sample) => sample.figure)))} ${unit}`;
  const baseline = `${against} ${written(median(samples.map((sample) => sample.baseline)))} ${unit}`;
  const spread = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `${name.padEnd(30)} ${figure.padStart(18)}   ${baseline.padEnd(52)} ratio ${median(ratios).toFixed(2)} (${spread})`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function written(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
}
