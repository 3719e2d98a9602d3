import { createServer, type Server } from "node:http";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import { sessionCookie } from "#app/http/security/session-cookie.ts";
import { sessionDoor } from "#app/http/security/session-door.ts";
import { downloadRoutes } from "#app/http/download-route.ts";
import { streamRoutes } from "#app/http/stream-route.ts";
import { uploadRoute } from "#app/http/upload-route.ts";
import { askingOf, createWebApp } from "#app/http/web-app.ts";
import type { Platform } from "#app/platform.ts";
import { type FirstStart, firstStart } from "#domain/processes/first-start.ts";
import { CONNECTION_SECRETS } from "#domain/processes/instance-config.ts";
import { UNUSED_AFTER } from "#domain/processes/places.ts";
import { createAgendaJobs } from "#infra/agenda-jobs.ts";
import { type Config, loadConfig } from "#infra/config.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { createExclusiveWork } from "#infra/exclusive-work.ts";
import { sweepIdentity } from "#infra/identity/sweep.ts";
import { createLog, type Log } from "#infra/logger.ts";
import { createMetrics } from "#infra/metrics.ts";
import type { Outbound, OutboundSessions } from "#infra/egress/outbound-port.ts";
import { redactSecrets } from "#infra/egress/redact-secrets.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import { listOutbox, readOutbox } from "#infra/mail/outbox.ts";
import { openOutbound } from "#infra/open-outbound.ts";
import { type InfraPlatform, openPlatform } from "#infra/open-platform.ts";
import { sandboxConnectors } from "#infra/sandbox-api/sandbox-connectors.ts";
import { starterContent } from "#infra/starter-catalogue/starter-content.ts";
import { createYamlReader } from "#infra/yaml/yaml-reader.ts";
import { allProjections, openQueries, type Queries } from "#projections/all.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { MODELS_CHANNEL, prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { startWorkers } from "#runners/workers.ts";
import { createReadModels, type WatchedReadModels } from "#runners/follower/read-models.ts";

const VERSION = "0.1.0";
const USER_AGENT = `Tributary/${VERSION}`;
/** How long running requests and jobs may take to end after SIGTERM. */
const DRAIN_MS = 25_000;
/** How long a test read, a connection check or a look-up of options may take. */
const TRY_MS = 30_000;

const configured = loadConfig(process.env);
if (!configured.ok) {
  console.error(["Tributary cannot start:", ...configured.faults.map((fault) => `- ${fault}`)].join("\n"));
  process.exit(1);
}
await start(configured.config).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  let wakeMail = (): void => undefined;
  const infra = await openPlatform(config, log, modelMigrations, () => wakeMail());
  const { pool } = infra.database;
  const jobs = createAgendaJobs({ pool, mongodbUrl: config.mongodbUrl?.reveal() ?? null, log });
  wakeMail = () => void jobs.wake("send-mail", "").catch((err: unknown) => log.warn({ err }, "A mail waits for the next round"));
  const modelsWakeUp = listenTo(pool, MODELS_CHANNEL, log);
  const readModels = createReadModels({ pool, store: infra.store, projections: allProjections, wakeUp: modelsWakeUp });
  const follower =
    config.role === "all" || config.role === "follower"
      ? startFollower({ store: infra.store, decode: infra.eventLog.decode, projections: allProjections, pool, log })
      : null;
  await prepareModels(infra.database.kysely, allProjections);
  const works = config.role === "all" || config.role === "runner";
  const serves = config.role === "all" || config.role === "web";
  const way = works || serves ? await openOutbound(config, log, USER_AGENT) : null;
  if (way && works) await work(infra, jobs, way.outbound, readModels);
  // Before anybody can register: the first start takes names and needs an empty log.
  const first = serves ? await begin(infra, jobs) : null;
  const web = way && serves ? await serve(config, log, infra, jobs, readModels, way.outbound) : null;

  void infra.databaseDied.then((reason) => {
    log.error({ reason }, "The embedded Postgres ended by itself");
    process.exit(1);
  });
  onStop(log, async () => {
    await web?.stop();
    await jobs.stop(DRAIN_MS);
    await way?.close();
    await follower?.stop();
    await modelsWakeUp.stop();
    await infra.close();
  });
  if (first) await greet(infra, first);
}

type Jobs = ReturnType<typeof createAgendaJobs>;

async function work(infra: InfraPlatform, jobs: Jobs, outbound: Outbound & OutboundSessions, readModels: WatchedReadModels): Promise<void> {
  const { config, log, data, eventLog, clock, ids, vault } = infra;
  const core = { log: eventLog, clock, ids, vault, exclusive: createExclusiveWork(infra.url) };
  const queries = openQueries(infra.queriesDb);
  await startWorkers(jobs, {
    pull: {
      ...core,
      mails: infra.mails,
      records: infra.runRecords,
      tables: data.pullTables,
      openCalls: openCalls(outbound),
      readModels,
      outputs: queries.tables,
      userAgent: USER_AGENT,
      runTimeoutMs: config.limits.runTimeoutMs,
      reportError: (err, run) => log.error({ err, run }, "A run failed on our side"),
    },
    load: { ...core, uploads: data.uploads, dropTable: data.dropTable, reportError: (err, dataset) => log.error({ err, dataset }, "A load failed on our side") },
    reportScheduleError: (err, instance) => log.error({ err, instance }, "A scheduled run could not be started"),
    deliverMail: () => infra.mail.deliverDue(),
    queries,
    keep: { dataset: config.limits.datasetVersionsKept, output: config.limits.pullsKept },
    existing: data.existing,
    dropTable: data.dropTable,
    measureTable: data.measureTable,
    connectionsWithSecrets: async () => (await vault.itemsUnder(CONNECTION_SECRETS, UNUSED_AFTER)).map(({ owner, item }) => ({ ownerId: owner, instanceId: item })),
    sweeps: [data.sweep, () => data.uploads.sweep(queries.tables.existing), () => infra.runRecords.sweep(queries.instances.existing), () => infra.idempotency.sweep(), () => sweepIdentity(infra.database.pool)],
  });
}

async function serve(config: Config, log: Log, infra: InfraPlatform, jobs: Jobs, readModels: WatchedReadModels, outbound: OutboundSessions) {
  const cookie = sessionCookie({ secure: config.appUrl.startsWith("https:") });
  const metrics = createMetrics({ lags: () => readModels.lags(), runTotals: () => openQueries(infra.queriesDb).schedules.totals() });
  let draining = false;
  const platform: Platform = {
    ports: {
      log: infra.eventLog, clock: infra.clock, ids: infra.ids, vault: infra.vault, passwords: infra.passwords, tokens: infra.tokens,
      sessions: infra.sessions, accessKeys: infra.accessKeys, mails: infra.mails, adminEmails: config.adminEmails,
    },
    queries: openQueries(infra.queriesDb),
    readModels,
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
    .map(({ model, state, haltedAt, error }) => `The read model ${model} is ${state}${haltedAt === null ? "" : ` at ${haltedAt}: ${error ?? ""}`}.`);
}

async function builtPages() {
  const folder = path.join(import.meta.dirname, "build");
  const build = (await import(path.join(folder, "server", "index.js"))) as ServerBuild;
  return { build, assets: { folder: path.join(folder, "client") } };
}

/** Development: the same server, with Vite building each page when it is asked for. */
async function viteBuild() {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({ server: { middlewareMode: true } });
  return {
    build: () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>,
    assets: { middleware: vite.middlewares },
  };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
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

function onStop(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, "Stopping");
      stop().then(
        () => process.exit(0),
        (err: unknown) => {
          log.error({ err }, "Could not stop cleanly");
          process.exit(1);
        },
      );
    });
  }
}

/** Fills an empty installation with its admin and the starter catalogue; later starts only look up what to greet with. */
async function begin(infra: InfraPlatform, jobs: Jobs): Promise<FirstStart> {
  const { config, data, accessKeys, tokens } = infra;
  const ports = {
    log: infra.eventLog, clock: infra.clock, ids: infra.ids, vault: infra.vault, tokens, accessKeys, jobs,
    storeUpload: (datasetId: string, bytes: Uint8Array) => data.uploads.keep(datasetId, bytes),
  };
  let first: FirstStart = { adminToken: null, sample: null };
  await createExclusiveWork(infra.url).run("first-start", async () => {
    const content = () => starterContent(config.databaseUrl ? [] : sandboxConnectors);
    const request = { content, logIsEmpty: (await infra.store.head()) === null, makesAdmin: config.adminEmails.length === 0 };
    first = await firstStart(ports, request, { actor: { kind: "system", name: "starter-catalogue" }, commandId: "first-start", correlationId: "first-start" });
  });
  return first;
}

/** Says where the product is, and what to try first. */
async function greet(infra: InfraPlatform, { sample, adminToken }: FirstStart): Promise<void> {
  const { config, log } = infra;
  if (sample && !(await isReadable(openQueries(infra.queriesDb), sample.tableName))) log.warn({ table: sample.tableName }, "The sample table is still being loaded");
  const lines = [
    `Tributary ${VERSION} runs at ${config.appUrl}`,
    ...(adminToken === null ? [] : ["", "Set the password of the admin (admin@localhost), once, within 24 hours:", `  ${config.appUrl}/reset-password/${adminToken}`]),
    ...(sample === null ? [] : ["", "Stream a table:", `  curl "${config.appUrl}/d/${sample.tableName}.csv?api_key=${sample.key}"`]),
  ];
  console.log(`\n${lines.join("\n")}\n`);
}

/** Waits for the sample's rows, a moment on the first start, so that the printed line works as printed. */
async function isReadable(queries: Queries, tableName: string): Promise<boolean> {
  for (let look = 0; look < 150; look += 1) {
    if ((await queries.tables.find(tableName, null))?.table.current) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}
