import { finding, mapTexts } from "#domain/core/findings/finding.ts";
import { decodeBody, parseEncodings } from "./answer/decode-body.ts";
import {
  consentOrigin,
  parseAllowList,
  parseDestination,
  SANDBOX_HOST,
  type Destination,
} from "./address/destination.ts";
import { exchange, type Exchange, type HttpConnection, openHttp } from "./exchange.ts";
import { aborted, callsAreOff, consentChanged, refused, tooManyRedirects, totalTimeout } from "./failures.ts";
import {
  OutboundStreamError,
  type Outbound,
  type OutboundSessions,
  type OutboundAnswer,
  type OutboundFailure,
  type OutboundHeaders,
  type OutboundLimits,
  type OutboundRequest,
} from "./outbound-port.ts";
import { DEFAULT_LIMITS, tightenLimits } from "./outbound-limits.ts";
import { type ConnectionPool, createConnectionPool } from "./connection-pool.ts";
import { connectPinned, connectUnix } from "./address/pinned-connection.ts";
import { followRedirect, isRedirect, type Message, type RedirectRules } from "./redirect.ts";
import { holdsSecret, redactSecrets } from "./redact-secrets.ts";
import { requestHeaders } from "./request-headers.ts";
import { hostsFileResolver, resolveHost, systemResolver, type HostResolver } from "./address/resolve-host.ts";
import { watchedBody } from "./answer/watched-body.ts";

/** The report of each request that reached a host. No path, query or header. `bytes`: of the body, as received. */
export type OutboundCall = {
  readonly method: string;
  readonly origin: string;
  /** The address, or "unix" for the sandbox. */
  readonly ip: string;
  /** Null if there was no response. */
  readonly status: number | null;
  readonly bytes: number;
  readonly ms: number;
};

export type OutboundOptions = {
  /** `host:port` entries that may be called whatever their address (OUTBOUND_ALLOW). A faulty one throws. */
  readonly allow: readonly string[];
  /** Unix socket of the sandbox API; without it `sandbox.invalid` is refused. */
  readonly sandboxSocket?: string;
  /** `Tributary/<version>`, for requests that set none. */
  readonly userAgent: string;
  readonly resolver?: HostResolver;
  readonly limits?: Partial<OutboundLimits>;
  /** PEM certificates trusted instead of the default authorities. */
  readonly ca?: string;
  readonly onCall?: (call: OutboundCall) => void;
  /** Every call is refused. */
  readonly isOff?: boolean;
};

/**
 * The only outbound HTTP client of this server. Each request, and each of its redirects, is parsed once, checked
 * (scheme, userinfo, port, host literal, host name, consent), resolved once, checked again by its addresses, and sent
 * on a connection of its own to one of these addresses; within a session later requests to the same origin may reuse
 * that connection. Proxies from the environment and cookies are not used.
 */
export function createOutbound(options: OutboundOptions): Outbound & OutboundSessions {
  const context: Context = {
    ...options,
    allowed: parseAllowList(options.allow),
    ceilings: { ...DEFAULT_LIMITS, ...options.limits },
    pool: null,
  };
  return {
    ...outboundWith(context),
    session() {
      const pool = createConnectionPool();
      return { ...outboundWith({ ...context, pool }), close: pool.close };
    },
  };
}

function outboundWith(context: Context): Outbound {
  return {
    async send(request) {
      const started = performance.now();
      const limits = tightenLimits(context.ceilings, request.limits);
      const opened = await open(request, limits, limits.decodedBytes, context);
      if (!opened.ok) return redacted(opened, request.secrets);
      const { body, received, ...answer } = opened;
      try {
        const chunks: Uint8Array[] = [];
        for await (const chunk of body) chunks.push(chunk);
        return {
          ...answer,
          body: Buffer.concat(chunks),
          bytes: received.bytes,
          ms: Math.round(performance.now() - started),
        };
      } catch (error) {
        if (error instanceof OutboundStreamError) return redacted(error.failure, request.secrets);
        throw error;
      }
    },
    async stream(request) {
      const limits = tightenLimits(context.ceilings, request.limits);
      const opened = await open(request, limits, limits.streamedBytes, context);
      if (!opened.ok) return redacted(opened, request.secrets);
      const { received: _, ...answer } = opened;
      return { ...answer, body: redactingErrors(answer.body, request.secrets) };
    },
  };
}

type Context = OutboundOptions & {
  readonly allowed: ReadonlySet<string>;
  readonly ceilings: OutboundLimits;
  readonly pool: ConnectionPool | null;
};
type Opened = OutboundAnswer & {
  readonly body: AsyncIterable<Uint8Array>;
  readonly received: { readonly bytes: number };
};

async function open(
  request: OutboundRequest,
  limits: OutboundLimits,
  maxBytes: number,
  context: Context,
): Promise<Opened | OutboundFailure> {
  const rules: RedirectRules = {
    allowed: context.allowed,
    consent: new Set(request.allowedOrigins.map(consentOrigin).filter((origin) => origin !== null)),
    secretHeaders: request.secretHeaders,
    holdsSecret: (text) => holdsSecret(text, request.secrets),
  };
  if (context.isOff) return callsAreOff();
  const first = parseDestination(request.url, context.allowed);
  if ("ok" in first) return first;
  if (!rules.consent.has(first.origin)) return consentChanged(first.origin);
  const headers = requestHeaders(request.headers, {
    userAgent: context.userAgent,
    maxBytes: limits.requestHeaderBytes,
  });
  if ("ok" in headers) return headers;
  let destination: Destination = first;
  let message: Message = {
    method: request.method,
    headers,
    body: request.body === undefined ? undefined : Buffer.from(request.body as Uint8Array),
  };

  const stop = stopSignal(request.signal, destination.host, limits.totalMs);
  for (let redirects = 0; ; redirects += 1) {
    const answer = await callOnce(destination, message, limits, stop.controller, context);
    if (!answer.ok) {
      stop.release();
      return answer;
    }
    const location = headerValues(answer.headers, "location")[0];
    if (request.followRedirects !== false && isRedirect(answer.status, location)) {
      answer.close();
      const next: ReturnType<typeof followRedirect> =
        redirects < limits.redirects
          ? followRedirect(destination, message, answer.status, location, rules)
          : tooManyRedirects(destination.host, limits.redirects);
      if (!next.ok) {
        stop.release();
        return next;
      }
      ({ destination, message } = next);
      continue;
    }
    return decoded(answer, destination, limits, maxBytes, stop.release);
  }
}

/** One hop: address, connection, request, response headers. */
async function callOnce(
  destination: Destination,
  message: Message,
  limits: OutboundLimits,
  stop: AbortController,
  context: Context,
): Promise<Exchange | OutboundFailure> {
  if (stop.signal.aborted) return stop.signal.reason as OutboundFailure;
  const open = context.pool?.take(destination.origin);
  if (open) {
    const answer = await callOn(open, destination, message, limits, stop, context);
    // The other side may close an idle connection; only a GET may be repeated automatically.
    if (answer.ok || answer.reason !== "network" || message.method !== "GET") return answer;
  }
  const connection = await connectTo(destination, limits, stop.signal, context);
  if (!connection.ok) return stop.signal.aborted ? (stop.signal.reason as OutboundFailure) : connection;
  return callOn(
    openHttp(connection, destination.origin, limits.responseHeaderBytes),
    destination,
    message,
    limits,
    stop,
    context,
  );
}

/** Reports the call when its body has ended. */
function callOn(
  http: HttpConnection,
  destination: Destination,
  message: Message,
  limits: OutboundLimits,
  stop: AbortController,
  context: Context,
) {
  const { origin } = destination;
  const { ip } = http.connection;
  const started = performance.now();
  return exchange(
    http,
    destination,
    message,
    { ...limits, keep: context.pool !== null },
    stop,
    ({ status, bytes, reusable }) => {
      if (reusable) context.pool?.give(origin, http);
      const ms = Math.round(performance.now() - started);
      context.onCall?.({ method: message.method, origin, ip, status, bytes, ms });
    },
  );
}

async function connectTo(destination: Destination, limits: OutboundLimits, signal: AbortSignal, context: Context) {
  const { host, exempt } = destination;
  const options = { timeoutMs: limits.connectMs, signal, ca: context.ca };
  switch (destination.kind) {
    case "sandbox":
      return context.sandboxSocket === undefined
        ? refused(finding("sandbox-off", { host: SANDBOX_HOST }))
        : connectUnix(destination, context.sandboxSocket, options);
    case "literal":
      return connectPinned(destination, [host], options);
    case "name": {
      const resolver = context.resolver ?? (exempt ? hostsFileResolver : systemResolver(limits.dnsMs));
      const addresses = await resolveHost(host, resolver, { exempt, timeoutMs: limits.dnsMs, signal });
      return "ok" in addresses ? addresses : connectPinned(destination, addresses, options);
    }
  }
}

function decoded(
  answer: Exchange,
  destination: Destination,
  limits: OutboundLimits,
  maxBytes: number,
  release: () => void,
): Opened | OutboundFailure {
  const { host, url } = destination;
  const encodings = parseEncodings(headerValues(answer.headers, "content-encoding").join(), host, limits.encodings);
  if ("ok" in encodings) {
    answer.close();
    release();
    return encodings;
  }
  const body = decodeBody(answer.body, encodings, host, { maxBytes, ratio: limits.ratio });
  const { status, headers, received } = answer;
  return { ok: true, status, headers, url: url.href, body: releaseAtEnd(body, release, answer.close), received };
}

/** The body, plus what must be released at its end, even if its reader closes it before reading. */
function releaseAtEnd(body: AsyncIterable<Uint8Array>, ...release: readonly (() => void)[]): AsyncIterable<Uint8Array> {
  return watchedBody(body, { onEnd: () => release.forEach((each) => each()), onError: (error) => error });
}

function redactingErrors(body: AsyncIterable<Uint8Array>, secrets: readonly string[]): AsyncIterable<Uint8Array> {
  const redact = (error: unknown) =>
    error instanceof OutboundStreamError ? new OutboundStreamError(redacted(error.failure, secrets)) : error;
  return watchedBody(body, { onEnd: () => undefined, onError: redact });
}

/** One controller for all that can end a call early; its reason is the failure that the call returns. */
function stopSignal(outer: AbortSignal | undefined, host: string, totalMs: number) {
  const controller = new AbortController();
  const onAbort = () => controller.abort(aborted());
  if (outer?.aborted) onAbort();
  outer?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => controller.abort(totalTimeout(host, totalMs)), totalMs);
  const release = () => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", onAbort);
  };
  return { controller, release };
}

function headerValues(headers: OutboundHeaders, name: string): readonly string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

function redacted(failure: OutboundFailure, secrets: readonly string[]): OutboundFailure {
  return { ...failure, finding: mapTexts(failure.finding, (text) => redactSecrets(text, secrets)) };
}
