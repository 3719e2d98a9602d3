import type { PageCache } from "#app/http/pages/page-cache.ts";
import type { RequestLine, RequestWatch, WatchRequest } from "#app/http/security/request-log.ts";
import { sessionCookie } from "#app/http/security/session-cookie.ts";
import type { Operations } from "#app/http/server/operations.ts";
import { createSlowTransfers } from "#app/http/server/slow-transfers.ts";
import { createWebApp, routeBook, type WebAppOptions } from "#app/http/server/web-app.ts";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import type { OutboundSessions } from "#infra/egress/outbound-port.ts";
import { inRequest } from "#infra/observability/request-scope.ts";
import { connectionBudget } from "#infra/postgres/connection-budget.ts";
import { beginSpan } from "#infra/observability/tracing.ts";
import type { Platform } from "#app/platform.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";
import { byteEndpoints, keyReader } from "./byte-routes.ts";
import { createFollowUps } from "./follow-ups.ts";
import { createHttpServer } from "../http/http-server.ts";
import { connectionLimits, mayOpenFiles } from "../http/open-files.ts";
import { listen } from "../http/listen.ts";
import type { Jobs } from "../lifecycle.ts";
import { builtPages, viteBuild } from "./page-build.ts";
import { createWebPlatform } from "./web-platform.ts";

/** Bytes of request bodies in memory, in total and per user. */
const BODY_BYTES = 32_000_000;
const BODY_BYTES_PER_USER = 16_000_000;

/** Bytes of a request from which on its line says them. */
const RECEIVED_SAID = 10_000;

const FORWARDING_IGNORED =
  "A proxy forwards requests, but TRUST_PROXY is 0: all visitors look like one client and share its limits. Set TRUST_PROXY to the number of proxies in front.";

type WebParts = {
  readonly jobs: Jobs;
  readonly readModels: WatchedReadModels;
  readonly outbound: OutboundSessions;
  readonly operations: Operations;
  readonly pageCache: PageCache;
  /** Counts a request. */
  readonly watchRequest: WatchRequest;
  readonly report: Platform["operations"]["report"];
  /** Adds a sentence to /readyz about something that works but is not configured as it should be. */
  readonly warn: (sentence: string) => void;
  readonly isStopping: () => boolean;
};

/**
 * Serves pages and `/api` on the configured address. `close` accepts no new connection and waits for the requests in
 * progress.
 */
export async function startWeb(
  infra: InfraPlatform,
  { jobs, readModels, outbound, operations, report, pageCache, watchRequest, warn, isStopping }: WebParts,
): Promise<{ close(): Promise<void> }> {
  const { config, log } = infra;
  const cookie = sessionCookie({ secure: config.appUrl.startsWith("https:") });
  const reportError = (err: unknown, about: string): void => {
    infra.room.note(err);
    log.error({ err, event: about }, "A request failed");
  };
  const followUps = createFollowUps({ reportError, passes: (error) => infra.engines.unavailable(error) !== null });
  infra.budgets.add(followUps.budget);
  const stopping = new AbortController();
  const platform = createWebPlatform(infra, {
    ...{ jobs, readModels, outbound, cookie, followUps, reportError, report },
    stopping: stopping.signal,
  });
  const development = config.nodeEnv === "development";
  const built = await (development ? viteBuild() : builtPages());
  const endpoints = byteEndpoints(infra, platform, stopping.signal);
  const routes = routeBook(built.build, endpoints);
  const app = createWebApp({
    platform,
    trustProxy: config.trustProxy,
    onForwardingIgnored: () => {
      warn(FORWARDING_IGNORED);
      log.warn({}, FORWARDING_IGNORED);
    },
    development,
    cookie,
    keys: keyReader(infra),
    rightsEveryMs: config.limits.rightsEveryMs,
    checkSession: (token, forPage) => infra.sessions.check(token, forPage),
    operations,
    requestBodies: requestBodies(infra),
    pageCache,
    enterPage: infra.pagesFirst.enter,
    ...built,
    byteEndpoints: endpoints,
    routes,
    requests: watchedRequests(infra, watchRequest),
  });
  const { server, connections } = createHttpServer(app, {
    connections: fittingConnections(infra, warn),
    isUpload: (method, path) => routes(method, path).bodyBytes === null,
    direct: config.trustProxy === 0,
    isStopping,
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

/** As many connections as fit into the files that this process may open. */
function fittingConnections({ config, log }: InfraPlatform, warn: (sentence: string) => void) {
  const { total } = connectionBudget(config.role, config.databaseConnections);
  const { warning, ...limits } = connectionLimits(mayOpenFiles(), total);
  if (warning !== null) {
    warn(warning);
    log.warn({}, warning);
  }
  return limits;
}

function watchedRequests(infra: InfraPlatform, watchRequest: WatchRequest): RequestWatch {
  // Whoever is not behind a proxy of ours could hang its requests on any trace.
  const takesParents = infra.config.trustProxy > 0;
  return ({ requestId, method, route, traceParent, ...open }) => {
    const over = watchRequest(open);
    const span = beginSpan(() => ({
      name: `${method} ${route}`,
      kind: "server",
      attributes: { "http.request.method": method, "http.route": route, "tributary.request_id": requestId },
      parent: takesParents ? traceParent : undefined,
    }));
    return {
      within: (work) => span.within(() => inRequest(requestId, work)),
      over(line) {
        span.within(() => inRequest(requestId, () => logRequest(infra, line)));
        over(line);
        const { path, status, ended, userId } = line;
        span.end(
          {
            ...{ "url.path": path, "http.response.status_code": status, "tributary.ended": ended },
            ...(userId === null ? {} : { "user.id": userId }),
          },
          status >= 500 || ended === "failed" ? String(status) : null,
        );
      },
    };
  };
}

function logRequest({ log, room }: InfraPlatform, line: RequestLine): void {
  const { requestId, method, path, route, status, ms: durationMs, ended, error, bytes, address } = line;
  if (ended === "failed") {
    room.note(error);
    log.error({ requestId, route, err: error }, "An answer broke off");
  }
  log.info(
    {
      ...{ requestId, method, path, route, status, durationMs, bytes: bytes.sent, address },
      // Small ones say nothing: every request has a head.
      received: bytes.received > RECEIVED_SAID ? bytes.received : undefined,
      ended: ended === "whole" ? undefined : ended,
      user: line.userId ?? undefined,
      key: line.keyId ?? undefined,
    },
    "Request",
  );
}

function requestBodies({ budgets }: InfraPlatform): WebAppOptions["requestBodies"] {
  return {
    budget: budgets.add(
      createConcurrencyLimit({ name: "request bodies", limit: BODY_BYTES, perOwner: BODY_BYTES_PER_USER }),
    ),
    slow: createSlowTransfers({ bytes: 200_000, withinMs: 10_000 }),
  };
}
