import { setTimeout as wait } from "node:timers/promises";
import { uploadEndpoint } from "#app/http/byte-routes/byte-endpoints.ts";
import { downloadRoutes } from "#app/http/byte-routes/download-route.ts";
import type { RequestLine } from "#app/http/security/request-log.ts";
import { sessionCookie } from "#app/http/security/session-cookie.ts";
import { sessionDoor } from "#app/http/security/session-door.ts";
import { createSlowTransfers } from "#app/http/server/slow-transfers.ts";
import { STREAMS_PER_USER, streamRoutes } from "#app/http/byte-routes/stream-route.ts";
import type { Operations } from "#app/http/server/operations.ts";
import { uploadSlots } from "#app/http/upload/upload-limits.ts";
import { uploadRoute } from "#app/http/upload/upload-route.ts";
import { askingOf, createWebApp, isUploadPath } from "#app/http/server/web-app.ts";
import type { Platform } from "#app/platform.ts";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import type { OutboundSessions } from "#infra/egress/outbound-port.ts";
import { redactSecrets } from "#infra/egress/redact-secrets.ts";
import { listOutbox, readOutbox } from "#infra/mail/outbox.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { createYamlReader } from "#infra/yaml/yaml-reader.ts";
import { openQueries } from "#projections/all.ts";
import { createHaltedModels, reportModels } from "#runners/follower/halted-models.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { createFollowUps } from "./follow-ups.ts";
import { createHttpServer } from "./http-server.ts";
import { type Jobs, USER_AGENT, VERSION } from "./lifecycle.ts";
import { listen } from "./listen.ts";
import { builtPages, viteBuild } from "./page-build.ts";

/** How long a test read, a connection check or a look-up of options may take. */
const TRY_MS = 30_000;
/** Previews that one user, or the visitors of one address, have under way at a time; more of them wait. */
const PREVIEWS_PER_USER = 3;

const FORWARDING_IGNORED =
  "A proxy forwards requests, but TRUST_PROXY is 0: all visitors look like one client and share its limits. Set TRUST_PROXY to the number of proxies in front.";

type WebParts = {
  readonly jobs: Jobs;
  readonly readModels: WatchedReadModels;
  readonly outbound: OutboundSessions;
  readonly operations: Operations;
  readonly observeRequest: (line: RequestLine) => void;
  /** Has /readyz say what works and is still not as it should be. */
  readonly warn: (sentence: string) => void;
};

/** Serves pages and `/api` on the configured address. `close` takes no new connection and waits for the answers under way. */
export async function startWeb(
  infra: InfraPlatform,
  { jobs, readModels, outbound, operations, observeRequest, warn }: WebParts,
): Promise<{ close(): Promise<void> }> {
  const { config, log } = infra;
  const cookie = sessionCookie({ secure: config.appUrl.startsWith("https:") });
  const reportError = (err: unknown, about: string): void => {
    infra.room.note(err);
    log.error({ err, event: about }, "A request failed");
  };
  const followUps = createFollowUps({ reportError, passes: (error) => infra.engines.unavailable(error) !== null });
  infra.budgets.add(followUps.budget);
  const halted = createHaltedModels({ pool: infra.database.pool, store: infra.store });
  const stopping = new AbortController();
  const platform: Platform = {
    ports: {
      log: infra.eventLog,
      clock: infra.clock,
      ids: infra.ids,
      vault: infra.vault,
      passwords: infra.passwords,
      tokens: infra.tokens,
      sessions: infra.sessions,
      accessKeys: infra.accessKeys,
      texts: infra.texts,
      mails: infra.mails,
      adminEmails: config.adminEmails,
    },
    queries: openQueries(infra.queriesDb),
    readModels,
    readModelsAdmin: { ...halted, report: () => reportModels(readModels, halted) },
    previews: infra.data.previews,
    statistics: { of: infra.data.previews.statistics, emptyShares: infra.data.previews.emptyShares },
    uploads: infra.data.uploads,
    runRecords: infra.runRecords,
    yaml: createYamlReader(),
    outbox: { list: () => listOutbox(config.dataDir), read: (id) => readOutbox(config.dataDir, id) },
    jobs,
    limits: infra.limits,
    knownLogins: infra.knownLogins,
    followUps,
    sessionDoor: sessionDoor(infra.sessions, cookie),
    excelTokens: infra.excelTokens,
    idempotency: infra.idempotency,
    apiSignIn: {
      log: infra.eventLog,
      clock: infra.clock,
      ids: infra.ids,
      vault: infra.vault,
      tokens: infra.tokens,
      exclusive: infra.exclusive,
      openCalls: openCalls(outbound),
      sleep: (ms) => wait(ms),
      userAgent: USER_AGENT,
    },
    trying: {
      log: infra.eventLog,
      vault: infra.vault,
      exclusive: infra.exclusive,
      openCalls: openCalls(outbound),
      userAgent: USER_AGENT,
      hide: redactSecrets,
      timeoutMs: TRY_MS,
    },
    previewReads: infra.budgets.add(
      createConcurrencyLimit({
        name: "previews",
        limit: infra.data.previews.atATime,
        perOwner: PREVIEWS_PER_USER,
        queue: 50,
      }),
    ),
    countReads: infra.budgets.add(
      createConcurrencyLimit({ name: "counts", limit: infra.data.previews.countsAtATime, perOwner: 1, queue: 20 }),
    ),
    testReads: infra.budgets.add(createConcurrencyLimit({ name: "test reads", limit: 30, perOwner: 3 })),
    site: {
      appUrl: config.appUrl,
      version: VERSION,
      contactFormUrl: config.contactFormUrl ?? null,
      outbox: !config.smtpUrl,
    },
    engines: infra.engines,
    checksAnswers: config.nodeEnv !== "production",
    reportError,
  };
  const streams = infra.budgets.add(
    createConcurrencyLimit({ name: "streams", limit: infra.data.streams.atATime, perOwner: STREAMS_PER_USER }),
  );
  const downloads = infra.budgets.add(createConcurrencyLimit({ name: "downloads", limit: 60, perOwner: 6 }));
  // Answers of a slower pace give up their places when others find none.
  const slowAnswers = { bytes: 3_000_000, withinMs: config.limits.streamStallMs };
  const development = config.nodeEnv === "development";
  const { build, assets } = development ? await viteBuild() : await builtPages();
  const app = createWebApp({
    platform,
    trustProxy: config.trustProxy,
    onForwardingIgnored: () => {
      warn(FORWARDING_IGNORED);
      log.warn({}, FORWARDING_IGNORED);
    },
    development,
    cookie,
    checkSession: (token) => infra.sessions.check(token),
    operations,
    requestBodies: {
      budget: infra.budgets.add(
        createConcurrencyLimit({ name: "request bodies", limit: 32_000_000, perOwner: 16_000_000 }),
      ),
      slow: createSlowTransfers({ bytes: 200_000, withinMs: 10_000 }),
    },
    build,
    assets,
    byteRoutes: (app) => {
      infra.budgets.add(infra.data.uploads.budget);
      app.all(
        uploadEndpoint.path,
        uploadRoute({
          platform,
          uploads: infra.data.uploads,
          slots: uploadSlots(infra.budgets),
          askingOf,
          stopping: stopping.signal,
        }),
      );
      downloadRoutes(app, {
        platform,
        files: infra.data.uploads,
        askingOf,
        downloads,
        slow: createSlowTransfers(slowAnswers),
      });
      streamRoutes(app, {
        platform,
        askingOf,
        streams,
        slow: createSlowTransfers(slowAnswers),
        keys: { find: infra.accessKeys.find, touch: infra.accessKeys.touch, checkToken: infra.excelTokens.check },
        tables: infra.data.streams,
      });
    },
    logRequest: (line) => {
      observeRequest(line);
      log.info(
        { requestId: line.requestId, method: line.method, path: line.path, status: line.status, durationMs: line.ms },
        "Request",
      );
    },
  });
  const { server, connections } = createHttpServer(app, {
    isUpload: isUploadPath,
    direct: config.trustProxy === 0,
    times: { unreadMs: config.limits.streamStallMs },
  });
  infra.budgets.add(connections);
  const listening = await listen(server, config);
  return {
    async close() {
      stopping.abort();
      await listening.close();
      await followUps.finish();
    },
  };
}
