/**
 * The port for calls to other people's servers. Every request that a connector's definition or a user's setting can
 * influence goes through it; the implementation decides what may be reached at all.
 */

/** Bounds of one call. Times in milliseconds, sizes in bytes. A request may tighten them, never widen them. */
export type OutboundLimits = {
  /** Until the host's name is resolved. */
  readonly dnsMs: number;
  /** Until a connection is open, TLS handshake included. */
  readonly connectMs: number;
  /** From the connection to the end of the response's headers. */
  readonly headersMs: number;
  /** Longest silence within the response's body. */
  readonly idleMs: number;
  /** The rate of the body is checked over windows of this length: at least `leastBytes` must come in each; 0 for no such limit. */
  readonly rateWindowMs: number;
  readonly leastBytes: number;
  /** The whole call, redirects included. */
  readonly totalMs: number;
  /** Body after decoding, when it is collected in memory (`send`). */
  readonly decodedBytes: number;
  /** Body after decoding, when it is streamed (`stream`). */
  readonly streamedBytes: number;
  /** Decoded bytes for one byte received. */
  readonly ratio: number;
  /** Content encodings laid over one another. */
  readonly encodings: number;
  readonly redirects: number;
  /** Names and values of the request's headers together. */
  readonly requestHeaderBytes: number;
  readonly responseHeaderBytes: number;
};

export type OutboundHeaders = readonly (readonly [name: string, value: string])[];

export type OutboundRequest = {
  /** Absolute; already rendered. A fragment is not sent. */
  readonly url: string;
  readonly method: "GET" | "POST";
  /** Of two headers with one name, in any case of letters, the later one is sent. */
  readonly headers: OutboundHeaders;
  readonly body?: string | Uint8Array;
  /** The origins the user agreed to. A request or redirect outside them sends nothing. */
  readonly allowedOrigins: readonly string[];
  /** Values that must not appear in any message, nor reach another origin by a redirect. */
  readonly secrets: readonly string[];
  /** Names of headers that are never sent to another origin, with any value. */
  readonly secretHeaders: readonly string[];
  readonly signal?: AbortSignal;
  readonly limits?: Partial<OutboundLimits>;
  /** Default true. When false a 3xx is an answer like any other. */
  readonly followRedirects?: boolean;
};

export type OutboundAnswer = {
  readonly ok: true;
  readonly status: number;
  /** As received, names in the upstream's case, repeated ones repeated. They may echo secrets. */
  readonly headers: OutboundHeaders;
  /** Where the answer came from, after redirects. It may hold secrets: redact it before showing it. */
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
  /** Decoded. May be read once, and must be read to its end or left by `return()`; throws `OutboundStreamError`. */
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
  /** For our own decisions. Not to be shown: `message` deliberately says less (see infra/egress/failures.ts). */
  readonly reason: OutboundFailureReason;
  /** One sentence for the user; holds no secret. */
  readonly message: string;
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean;
};

/** What reading a streamed body throws when the call fails midway. */
export class OutboundStreamError extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure) {
    super(failure.message);
    this.name = "OutboundStreamError";
    this.failure = failure;
  }
}

/** The only way out of the product. */
export interface Outbound {
  /** Sends one request, follows its redirects and collects the body. Never rejects for what the other side does. */
  send(request: OutboundRequest): Promise<OutboundResponse | OutboundFailure>;
  /** The same with the body as a stream, under `streamedBytes` instead of `decodedBytes`. */
  stream(request: OutboundRequest): Promise<OutboundStream | OutboundFailure>;
}

/** Calls of one run: a connection that an answer left open carries the next request to the same origin. Never shared between runs. */
export interface OutboundSession extends Outbound {
  /** Closes the connections that wait. */
  close(): void;
}

/** Opens sessions, each for one run or one try. */
export interface OutboundSessions {
  session(): OutboundSession;
}
