import type { Budgets, BudgetUse } from "#domain/core/budget.ts";
import type { Engine } from "#domain/core/ports/engines.ts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { addEventLoopDelay } from "./event-loop-delay.ts";

export type Figures = {
  /** Events that each read model has still to apply. */
  readonly lags: () => Promise<ReadonlyMap<string, number>>;
  /** Runs by trigger and end since the first event; `skipped` counts schedule slots without a run of their own. */
  readonly runTotals: () => Promise<
    readonly { readonly trigger: string; readonly outcome: string; readonly count: number }[]
  >;
  readonly budgets: Budgets;
  /** What this process keeps of the pages of visitors, and how often a page was found there since it started. */
  readonly pageCache: () => Readonly<Record<"pages" | "bytes" | "hits" | "misses", number>>;
  /** How often background work has waited for pages of this process. */
  readonly turnsWaited: () => number;
  /** Whether each engine of this installation answers. */
  readonly engines: () => ReadonlyMap<Engine, boolean>;
};

/**
 * Metrics for Prometheus. Those of the whole installation are read at each scrape and are the same in every process.
 */
export function createMetrics(figures: Figures) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addEventLoopDelay(registry);
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "Time from the first byte of a request to the end of its answer",
    labelNames: ["method", "status"],
    buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  addEngineFigures(registry, figures);
  addRunFigures(registry, figures);
  addBudgetFigures(registry, figures);
  addPageFigures(registry, figures);
  return {
    observeRequest(line: { readonly method: string; readonly status: number; readonly ms: number }): void {
      requests.observe({ method: line.method, status: String(line.status) }, line.ms / 1_000);
    },
    async read() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function addEngineFigures(registry: Registry, { lags, engines }: Pick<Figures, "lags" | "engines">): void {
  new Gauge({
    name: "tributary_read_model_lag_events",
    help: "Events of the log that a read model has not applied yet",
    labelNames: ["model"],
    registers: [registry],
    async collect() {
      const found = await lags();
      this.reset();
      for (const [model, lag] of found) this.set({ model }, lag);
    },
  });
  new Gauge({
    name: "tributary_engine_up",
    help: "Whether an engine answers: 1 or 0",
    labelNames: ["engine"],
    registers: [registry],
    collect() {
      for (const [engine, up] of engines()) this.set({ engine }, up ? 1 : 0);
    },
  });
}

function addRunFigures(registry: Registry, { runTotals }: Pick<Figures, "runTotals">): void {
  new Counter({
    name: "tributary_runs_total",
    help: "Runs that have ended, in the whole installation",
    labelNames: ["trigger", "status"],
    registers: [registry],
    async collect() {
      const totals = await runTotals();
      this.reset();
      for (const { trigger, outcome, count } of totals)
        if (outcome !== "skipped") this.inc({ trigger, status: outcome }, count);
    },
  });
  new Counter({
    name: "tributary_schedule_slots_skipped_total",
    help: "Slots of schedules that had no run of their own: one was going on, the schedule rested, or no runner was there",
    registers: [registry],
    async collect() {
      const skipped = (await runTotals()).find(({ outcome }) => outcome === "skipped");
      this.reset();
      this.inc(skipped?.count ?? 0);
    },
  });
}

function addBudgetFigures(registry: Registry, { budgets }: Pick<Figures, "budgets">): void {
  const gauge = (name: string, help: string, read: (use: BudgetUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["budget"],
      registers: [registry],
      collect() {
        for (const use of budgets.uses()) this.set({ budget: use.name }, read(use));
      },
    });
  gauge("tributary_budget_used", "What is in use of a bounded resource of this process", ({ used }) => used);
  gauge("tributary_budget_limit", "Most that may be in use of it", ({ limit }) => limit);
  gauge("tributary_budget_waiting", "Those who wait for it", ({ waiting }) => waiting);
  gauge(
    "tributary_budget_refused",
    "Requests turned away for want of it since the process started",
    ({ refused }) => refused,
  );
}

function addPageFigures(
  registry: Registry,
  { pageCache, turnsWaited }: Pick<Figures, "pageCache" | "turnsWaited">,
): void {
  const registers = [registry];
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  gauge("tributary_page_cache_pages", "Pages of visitors that are kept in memory", () => pageCache().pages);
  gauge("tributary_page_cache_bytes", "Bytes of these pages", () => pageCache().bytes);
  counter("tributary_page_cache_hits_total", "Requests of visitors whose page was kept", () => pageCache().hits);
  counter("tributary_page_cache_misses_total", "Those whose page was not kept", () => pageCache().misses);
  counter("tributary_turns_waited_total", "How often a run has waited while pages were answered", turnsWaited);
}
