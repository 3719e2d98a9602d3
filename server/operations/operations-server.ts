import { createServer } from "node:http";
import express from "express";
import { createPageCache } from "#app/http/pages/page-cache.ts";
import { readRequest } from "#app/http/request/read-request.ts";
import { type Operations, operations } from "#app/http/server/operations.ts";
import { createMetrics } from "#infra/observability/metrics.ts";
import { sparseLog } from "#infra/observability/sparse-log.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import type { Following } from "../follower.ts";
import type { Jobs } from "../lifecycle.ts";
import { answerWithin } from "#infra/platform/answer-within.ts";
import { listen } from "../http/listen.ts";
import { figuresOf } from "./figures.ts";
import { watchRoles } from "./absent-roles.ts";
import { createReadiness } from "./readiness.ts";
import { reportOf } from "./report.ts";

/** Warnings that come later are left out. */
const ABSENT_WITHIN_MS = 3_000;

/** Readiness and metrics of this process, in every role. After `sayStopping` readiness reports that it is stopping. */
export function createOperations(
  infra: InfraPlatform,
  jobs: Jobs,
  { readModels, follower }: Pick<Following, "readModels" | "follower">,
) {
  const { config, log, databaseTime: time } = infra;
  const pageCache = createPageCache();
  const faults = sparseLog(log);
  const onFault = (err: unknown, name: string): void => {
    // An outage is in the log already.
    if (infra.engines.unavailable(err) === null) faults.warn({ err, name }, "A metric cannot be read");
  };
  const figures = figuresOf(infra, { jobs, readModels, pageCache });
  const metrics = createMetrics(figures, onFault);
  const readiness = createReadiness(infra, readModels, follower);
  const absentRoles = watchRoles({ time, readModels, jobs });
  const warnings: string[] = [];
  let draining = false;
  const operations: Operations = {
    readiness: async () => {
      if (draining) return { reasons: ["The server is stopping."], warnings, facts: { role: config.role } };
      const found = await readiness();
      const absent = infra.engines.away().length > 0 ? [] : await answerWithin(ABSENT_WITHIN_MS, absentRoles(), []);
      return { ...found, warnings: [...warnings, ...(found.warnings ?? []), ...absent] };
    },
    metrics: metrics.read,
    metricsToken: config.metricsToken?.reveal() ?? null,
  };
  return {
    operations,
    report: () => reportOf(figures, operations.readiness, onFault),
    pageCache,
    watchRequest: metrics.watchRequest,
    warn: (sentence: string): void => void warnings.push(sentence),
    isStopping: () => draining,
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
