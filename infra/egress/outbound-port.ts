import type { Finding } from "#domain/core/findings/finding.ts";

/**
 * The port for calls to other servers. Every request that a connector's definition or a user's setting can influence
 * goes through it; the implementation decides what may be reached.
 */

/** Limits of one call. Times in milliseconds, sizes in bytes. A request may lower them, never raise them. */
export type OutboundLimits = {
  /** Until the host name is resolved. */
  readonly dnsMs: number;
  /** Until a connection is open, TLS handshake included. */
  readonly connectMs: number;
  /** From the connection to the end of the response headers. */
  readonly headersMs: number;
  /** Longest pause within the response body. */
  readonly idleMs: number;
  /**
   * The rate of the body is checked in windows of this length: at least `leastBytes` must arrive in each; 0 for no
   * limit.
   */
  readonly rateWindowMs: number;
  readonly leastBytes: number;
  /** The whole call, redirects included. */
  readonly totalMs: number;
  /** Body after decoding, when it is collected in memory (`send`). */
  readonly decodedBytes: number;
  /** Body after decoding, when it is streamed (`stream`). */
  readonly streamedBytes: number;
  /** Decoded bytes per received byte. */
  readonly ratio: number;
  /** Content encodings applied on top of one another. */
  readonly encodings: number;
  readonly redirects: number;
  /** Names and values of the request headers together. */
  readonly requestHeaderBytes: number;
  readonly responseHeaderBytes: number;
};

export type OutboundHeaders = readonly (readonly [name: string, value: string])[];

export type OutboundRequest = {
  /** Absolute; already rendered. A fragment is not sent. */
  readonly url: string;
  readonly method: "GET" | "POST";
  /** Of two headers with one name, ignoring case, the later one is sent. */
  readonly headers: OutboundHeaders;
  readonly body?: string | Uint8Array;
  /** The origins that the user agreed to. A request or redirect outside them is not sent. */
  readonly allowedOrigins: readonly string[];
  /** Values that must not appear in any message, nor reach another origin by a redirect. */
  readonly secrets: readonly string[];
  /** Names of headers that are never sent to another origin, whatever their value. */
  readonly secretHeaders: readonly string[];
  readonly signal?: AbortSignal;
  readonly limits?: Partial<OutboundLimits>;
  /** Default true. If false, a 3xx is a response like any other. */
  readonly followRedirects?: boolean;
};

export type OutboundAnswer = {
  readonly ok: true;
  readonly status: number;
  /** As received: original case, repeated names repeated. They may contain secrets. */
  readonly headers: OutboundHeaders;
  /** Where the response came from, after redirects. It may contain secrets: redact it before showing it. */
  readonly url: string;
};

export type OutboundResponse = OutboundAnswer & {
  /** Decoded. */
  readonly body: Uint8Array;
  /** Size of the body as it was received, before decoding. */
  readonly bytes: number;
  readonly ms: number;
};

export type OutboundStream = OutboundAnswer & {
  /** Decoded. May be read once, and must be read to its end or closed with `return()`; throws `OutboundStreamError`. */
  readonly body: AsyncIterable<Uint8Array>;
};

export type OutboundFailureReason =
  | "consent_changed"
  | "refused_by_policy"
  | "unknown_host"
  | "connect"
  | "tls"
  | "timeout"
  | "too_large"
  | "too_many_redirects"
  | "bad_encoding"
  | "aborted"
  | "network";

export type OutboundFailure = {
  readonly ok: false;
  /** For our own decisions. Do not show it: `finding` deliberately says less (see infra/egress/failures.ts). */
  readonly reason: OutboundFailureReason;
  /** For the user, without secrets. */
  readonly finding: Finding;
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean;
};

/** Thrown while reading a streamed body if the call fails midway. */
export class OutboundStreamError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure) {
    super(failure.finding.code);
    this.name = "OutboundStreamError";
    this.failure = failure;
  }
}

/** The only way to send requests out of the product. */
export interface Outbound {
  /** Sends one request, follows its redirects and collects the body. Never rejects because of the other side. */
  send(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure>;
  /** The same with the body as a stream, under `streamedBytes` instead of `decodedBytes`. */
  stream(request: OutboundRequest): Promise<OutboundStream | OutboundFailure>;
}

/**
 * Calls of one run: an open connection is reused for the next request to the same origin. Never shared between runs.
 */
export interface OutboundSession extends Outbound {
  /** Closes the idle connections. */
  close(): void;
}

/** Opens sessions, one per run or test. */
export interface OutboundSessions {
  session(): OutboundSession;
}
