import { Counter, Gauge, type Registry } from "prom-client";

export type Sample = { readonly labels?: Readonly<Record<string, string>>; readonly value: number };

/** What a metric shows now; null: its source does not know, and no series is shown. */
export type Samples = readonly Sample[] | null;

/** Added to the text of what every process reads from the same database. */
export const IN_ALL_PROCESSES = "The same in every process: take max, not sum";

export type MetricFacts = {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** A gauge by default; what only grows is a counter. */
  readonly type?: "counter";
};

/**
 * Adds a metric that is read at each scrape. A source that fails makes its own series absent, so that a rule sees that
 * they are gone and all others are still there; `onFault` is told why.
 */
export function readMetric(
  registry: Registry,
  { name, help, labelNames = [], type }: MetricFacts,
  read: () => Samples | Promise<Samples>,
  onFault: (error: unknown, metric: string) => void = () => undefined,
): void {
  const declared = { name, help, labelNames: [...labelNames], registers: [registry] };
  const show = (metric: { reset(): void; remove(labels: object): void }, samples: Samples) => {
    metric.reset();
    // A metric without labels would show 0.
    if (labelNames.length === 0) metric.remove({});
    return samples ?? [];
  };
  const found = async (): Promise<Samples> => {
    try {
      return await read();
    } catch (error) {
      onFault(error, name);
      return null;
    }
  };
  if (type === "counter")
    new Counter({
      ...declared,
      async collect() {
        for (const { labels = {}, value } of show(this, await found())) this.inc({ ...labels }, value);
      },
    });
  else
    new Gauge({
      ...declared,
      async collect() {
        for (const { labels = {}, value } of show(this, await found())) this.set({ ...labels }, value);
      },
    });
}

/**
 * Sources that several metrics share are asked once a scrape: `once` remembers an answer until `begin`.
 */
export function createScrape() {
  let answers = new Map<() => unknown, unknown>();
  return {
    begin(): void {
      answers = new Map();
    },
    once<T>(ask: () => T): () => T {
      return () => {
        if (!answers.has(ask)) answers.set(ask, ask());
        return answers.get(ask) as T;
      };
    },
  };
}
