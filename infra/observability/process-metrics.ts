import type { Registry } from "prom-client";
import type { Budgets, BudgetUse } from "#domain/core/budget.ts";
import type { CleanUpTally } from "../clean-up/clean-up-tally.ts";
import { readMetric } from "./read-metric.ts";

/** What a process knows of itself. */
export type ProcessFigures = {
  readonly version: string;
  readonly role: string;
  readonly budgets: Budgets;
  /** What this process keeps of the pages of visitors, and how often a page was found there since it started. */
  readonly pageCache: () => Readonly<Record<"pages" | "bytes" | "hits" | "misses", number>>;
  /** How often background work has waited for pages of this process. */
  readonly turnsWaited: () => number;
  /** Whether each engine of this installation answers this process. */
  readonly engines: () => ReadonlyMap<string, boolean>;
  /** The disk of the data folder, in bytes. */
  readonly disk: () => Promise<{ readonly free: number; readonly size: number }>;
  /** How often the database has told this process of damaged data. */
  readonly damageSeen: () => number;
  /** What clean-up has removed, and how often it left some of it, since the process started; by what it was. */
  readonly cleanedUp: Pick<CleanUpTally, "removed" | "unfinished">;
  /** How far the clock of this process is ahead of the database's, in milliseconds. */
  readonly clockOffset: () => number;
};

/** Adds the metrics of one process. */
export function addProcessMetrics(
  registry: Registry,
  figures: ProcessFigures,
  onFault: (error: unknown, metric: string) => void,
): void {
  const { version, role, pageCache, turnsWaited, engines, disk, damageSeen, clockOffset } = figures;
  const one = (name: string, help: string, read: () => number | Promise<number>, type?: "counter") =>
    readMetric(registry, { name, help, ...(type ? { type } : {}) }, async () => [{ value: await read() }], onFault);
  readMetric(
    registry,
    { name: "tributary_build_info", help: "Always 1, with what runs here", labelNames: ["version", "role"] },
    () => [{ labels: { version, role }, value: 1 }],
  );
  readMetric(
    registry,
    { name: "tributary_engine_up", help: "Whether an engine answers this process: 1 or 0", labelNames: ["engine"] },
    () => [...engines()].map(([engine, up]) => ({ labels: { engine }, value: up ? 1 : 0 })),
  );
  one("tributary_disk_free_bytes", "Free bytes on the disk of DATA_DIR", async () => (await disk()).free);
  one("tributary_disk_size_bytes", "Size of this disk", async () => (await disk()).size);
  one("tributary_damaged_reads_total", "How often the database found a damaged page or index", damageSeen, "counter");
  one(
    "tributary_clock_offset_seconds",
    "How far the clock of this process is ahead of the database's",
    () => clockOffset() / 1_000,
  );
  one("tributary_page_cache_pages", "Pages of visitors that are kept in memory", () => pageCache().pages);
  one("tributary_page_cache_bytes", "Bytes of these pages", () => pageCache().bytes);
  one("tributary_page_cache_hits_total", "Requests of visitors whose page was kept", () => pageCache().hits, "counter");
  one("tributary_page_cache_misses_total", "Those whose page was not kept", () => pageCache().misses, "counter");
  one("tributary_turns_waited_total", "How often a run has waited while pages were answered", turnsWaited, "counter");
  addBudgetMetrics(registry, figures);
  addCleanUpMetrics(registry, figures);
}

function addCleanUpMetrics(registry: Registry, { cleanedUp }: ProcessFigures): void {
  const counter = (name: string, help: string, read: () => ReadonlyMap<string, number>) =>
    readMetric(registry, { name, help, labelNames: ["what"], type: "counter" }, () =>
      [...read()].map(([what, value]) => ({ labels: { what }, value })),
    );
  counter("tributary_clean_up_removed_total", "What clean-up of this process has removed", cleanedUp.removed);
  counter(
    "tributary_clean_up_unfinished_total",
    "Rounds of clean-up of this process that ended before all was removed",
    cleanedUp.unfinished,
  );
}

function addBudgetMetrics(registry: Registry, { budgets }: ProcessFigures): void {
  const gauge = (name: string, help: string, read: (use: BudgetUse) => number) =>
    readMetric(registry, { name, help, labelNames: ["budget"] }, () =>
      budgets.uses().map((use) => ({ labels: { budget: use.name }, value: read(use) })),
    );
  gauge("tributary_budget_used", "What is in use of a bounded resource of this process", ({ used }) => used);
  gauge("tributary_budget_limit", "Most that may be in use of it", ({ limit }) => limit);
  gauge("tributary_budget_waiting", "Those who wait for it", ({ waiting }) => waiting);
  gauge(
    "tributary_budget_refused",
    "Requests turned away for want of it since the process started",
    ({ refused }) => refused,
  );
}
