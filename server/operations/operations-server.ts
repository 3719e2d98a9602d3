import { createServer } from "node:http";
import express from "express";
import { createPageCache } from "#app/http/pages/page-cache.ts";
import { readRequest } from "#app/http/request/read-request.ts";
import { type Operations, operations } from "#app/http/server/operations.ts";
import { createMetrics } from "#infra/observability/metrics.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { modelQueries } from "../model-queries.ts";
import type { Follower } from "#runners/follower/follower.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { answerWithin } from "#infra/platform/answer-within.ts";
import { listen } from "../http/listen.ts";
import { createReadiness } from "./readiness.ts";

const FIGURES_WITHIN_MS = 3_000;

/** Readiness and metrics of this process, in every role. After `sayStopping` readiness reports that it is stopping. */
export function createOperations(infra: InfraPlatform, readModels: WatchedReadModels, follower: Follower | null) {
  const { config } = infra;
  /** Metrics that come from an engine are left out while it is away or slow, because then the others matter most. */
  const ifAnswered = async <T>(ask: () => Promise<T>, none: T): Promise<T> => {
    if (infra.engines.away().length > 0) return none;
    try {
      return await answerWithin(FIGURES_WITHIN_MS, ask(), none);
    } catch (error) {
      if (infra.engines.unavailable(error) === null) throw error;
      return none;
    }
  };
  const pageCache = createPageCache();
  const metrics = createMetrics({
    lags: () => ifAnswered(() => readModels.lags(), new Map<string, number>()),
    budgets: infra.budgets,
    pageCache: pageCache.use,
    turnsWaited: infra.pagesFirst.waited,
    engines: () => infra.engines.states(),
    runTotals: () => ifAnswered(() => modelQueries(infra, readModels).schedules.totals(), []),
  });
  const readiness = createReadiness(infra, readModels, follower);
  const warnings: string[] = [];
  let draining = false;
  const operations: Operations = {
    readiness: async () => {
      if (draining) return { reasons: ["The server is stopping."], warnings, facts: { role: config.role } };
      const found = await readiness();
      return { ...found, warnings: [...warnings, ...(found.warnings ?? [])] };
    },
    metrics: metrics.read,
    metricsToken: config.metricsToken?.reveal() ?? null,
  };
  return {
    operations,
    pageCache,
    observeRequest: metrics.observeRequest,
    warn: (sentence: string): void => void warnings.push(sentence),
    sayStopping: (): void => {
      draining = true;
    },
  };
}

/** Serves /healthz, /readyz and /metrics on PORT, for a process without pages. */
export async function startOperationsServer(
  address: { readonly port: number; readonly host: string },
  options: Operations,
): Promise<{ close(): Promise<void> }> {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use(readRequest(0));
  operations(app, options);
  app.use(
    (_req, res) =>
      void res.status(404).json({ error: "This process serves no pages: it has /healthz, /readyz and /metrics." }),
  );
  return listen(createServer(app), address);
}
