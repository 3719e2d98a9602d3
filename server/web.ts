import { createServer, type Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { downloadRoutes } from "#app/http/download-route.ts";
import { sessionCookie } from "#app/http/security/session-cookie.ts";
import { sessionDoor } from "#app/http/security/session-door.ts";
import { streamRoutes } from "#app/http/stream-route.ts";
import { uploadRoute } from "#app/http/upload-route.ts";
import { askingOf, createWebApp } from "#app/http/web-app.ts";
import type { Platform } from "#app/platform.ts";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import type { OutboundSessions } from "#infra/egress/outbound-port.ts";
import { redactSecrets } from "#infra/egress/redact-secrets.ts";
import { createExclusiveWork } from "#infra/exclusive-work.ts";
import { listOutbox, readOutbox } from "#infra/mail/outbox.ts";
import { createMetrics } from "#infra/metrics.ts";
import type { InfraPlatform } from "#infra/open-platform.ts";
import { createYamlReader } from "#infra/yaml/yaml-reader.ts";
import { openQueries } from "#projections/all.ts";
import { createHaltedModels, reportModels } from "#runners/follower/halted-models.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { DRAIN_MS, type Jobs, USER_AGENT, VERSION } from "./lifecycle.ts";
import { builtPages, viteBuild } from "./page-build.ts";

/** How long a test read, a connection check or a look-up of options may take. */
const TRY_MS = 30_000;

/** Serves pages and `/api` on the configured address. `stop` takes no new connection and waits for the answers under way. */
export async function startWeb(infra: InfraPlatform, jobs: Jobs, readModels: WatchedReadModels, outbound: OutboundSessions) {
  const { config, log } = infra;
  const cookie = sessionCookie({ secure: config.appUrl.startsWith("https:") });
  const metrics = createMetrics({ lags: () => readModels.lags(), budgets: infra.budgets, runTotals: () => openQueries(infra.queriesDb).schedules.totals() });
  const halted = createHaltedModels({ pool: infra.database.pool, store: infra.store });
  let draining = false;
  const platform: Platform = {
    ports: {
      log: infra.eventLog, clock: infra.clock, ids: infra.ids, vault: infra.vault, passwords: infra.passwords, tokens: infra.tokens,
      sessions: infra.sessions, accessKeys: infra.accessKeys, mails: infra.mails, adminEmails: config.adminEmails,
    },
    queries: openQueries(infra.queriesDb),
    readModels,
    readModelsAdmin: { ...halted, report: () => reportModels(readModels, halted) },
    previews: infra.data.previews,
    statistics: { of: infra.data.previews.statistics },
    uploads: infra.data.uploads,
    runRecords: infra.runRecords,
    yaml: createYamlReader(),
    outbox: { list: () => listOutbox(config.dataDir), read: (id) => readOutbox(config.dataDir, id) },
    jobs,
    limits: infra.limits,
    sessionDoor: sessionDoor(infra.sessions, cookie),
    excelTokens: infra.excelTokens,
    idempotency: infra.idempotency,
    apiSignIn: {
      log: infra.eventLog, clock: infra.clock, ids: infra.ids, vault: infra.vault, tokens: infra.tokens, exclusive: createExclusiveWork(infra.url),
      openCalls: openCalls(outbound), sleep: (ms) => wait(ms), userAgent: USER_AGENT,
    },
    trying: {
      log: infra.eventLog, vault: infra.vault, exclusive: createExclusiveWork(infra.url), openCalls: openCalls(outbound), userAgent: USER_AGENT, hide: redactSecrets, timeoutMs: TRY_MS,
    },
    testReads: infra.budgets.add(createConcurrencyLimit({ name: "test reads", limit: 30, perOwner: 3 })),
    site: { appUrl: config.appUrl, version: VERSION, contactFormUrl: config.contactFormUrl ?? null, outbox: !config.smtpUrl },
    reportError: (err, about) => log.error({ err, event: about }, "A request failed"),
  };
  const development = config.nodeEnv === "development";
  const { build, assets } = development ? await viteBuild() : await builtPages();
  const app = createWebApp({
    platform,
    trustProxy: config.trustProxy,
    development,
    cookie,
    checkSession: (token) => infra.sessions.check(token),
    operations: {
      notReady: async () => (draining ? ["The server is stopping."] : notReady(infra, readModels)),
      metrics: metrics.read,
      metricsToken: config.metricsToken?.reveal() ?? null,
    },
    build,
    assets,
    byteRoutes: (app) => {
      app.all("/api/assets/upload-csv", uploadRoute(platform, infra.data.uploads, askingOf));
      downloadRoutes(app, platform, infra.data.uploads, askingOf);
      streamRoutes(app, {
        platform,
        keys: { find: infra.accessKeys.find, touch: infra.accessKeys.touch, checkToken: infra.excelTokens.check },
        tables: infra.data.streams,
      });
    },
    logRequest: (line) => {
      metrics.observeRequest(line);
      log.info({ requestId: line.requestId, method: line.method, path: line.path, status: line.status, durationMs: line.ms }, "Request");
    },
  });
  const server = createServer(app);
  await listen(server, config);
  return {
    async stop() {
      draining = true;
      await close(server);
    },
  };
}

async function notReady(infra: InfraPlatform, readModels: WatchedReadModels): Promise<string[]> {
  try {
    await infra.clock.now();
    await infra.store.head();
  } catch {
    return ["The database or the log does not answer."];
  }
  const models = await readModels.status();
  return models
    .filter(({ state }) => state !== "following")
    .map(({ model, state, haltedAt, error }) => `The read model ${model} is ${state}${haltedAt === null ? "." : ` at ${haltedAt}: ${error ?? ""}. Admins see the event under /admin/read-models.`}`);
}

function listen(server: Server, { port, host }: { readonly port: number; readonly host: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
}

/** Takes no new connection and waits for the answers that are under way. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
