import { Client, errors } from "undici";
import type { Destination } from "./destination.ts";
import { connectionLost, headersTimeout, idleTimeout, notHttp, responseHeadersTooLarge } from "./failures.ts";
import { OutboundStreamError, type OutboundFailure, type OutboundHeaders } from "./outbound-port.ts";
import type { Connection } from "./pinned-connection.ts";
import type { Message } from "./redirect.ts";

/** One request and its response on one connection, which is never used again. */
export type Exchange = {
  readonly ok: true;
  readonly status: number;
  readonly headers: OutboundHeaders;
  /** As received; throws `OutboundStreamError`. Leaving it closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes of `body` read so far. */
  readonly received: { readonly bytes: number };
  close(): void;
};

/** What an exchange came to, once it is over: the status (null without an answer) and the bytes of the body. */
export type ExchangeEnd = (status: number | null, bytes: number) => void;

export type ExchangeLimits = {
  readonly headersMs: number;
  readonly idleMs: number;
  readonly responseHeaderBytes: number;
};

/**
 * `stop` ends the exchange when it is aborted, by whomever; its reason is always an `OutboundFailure`. The timers here
 * abort it too: undici's own are switched off, they are coarse and start again with each byte.
 */
export async function exchange(
  connection: Connection,
  destination: Destination,
  message: Message,
  limits: ExchangeLimits,
  stop: AbortController,
  onEnd: ExchangeEnd,
): Promise<Exchange | OutboundFailure> {
  const { host } = destination;
  const received = { bytes: 0 };
  let status: number | null = null;
  let open = true;
  const client = clientOn(connection, destination.origin, limits.responseHeaderBytes);
  const close = () => {
    if (!open) return;
    open = false;
    void client.destroy();
    connection.socket.destroy();
    onEnd(status, received.bytes);
  };
  const timer = setTimeout(() => stop.abort(headersTimeout(host, limits.headersMs)), limits.headersMs);
  try {
    const answer = await client.request({
      path: destination.url.pathname + destination.url.search,
      method: message.method,
      headers: [...message.headers].flat(),
      body: message.body,
      signal: stop.signal,
      responseHeaders: "raw",
      reset: true,
    });
    // A body that nobody reads any more may still fail; that must not be an uncaught error.
    answer.body.on("error", () => {});
    status = answer.statusCode;
    const body = receive(answer.body, received, host, limits.idleMs, stop, close);
    return { ok: true, status, headers: headerPairs(answer.headers), body, received, close };
  } catch (error) {
    close();
    return failureOf(error, host, stop);
  } finally {
    clearTimeout(timer);
  }
}

function clientOn(connection: Connection, origin: string, maxHeaderSize: number): Client {
  let fresh = true;
  return new Client(origin, {
    connect: (_options, done) => {
      // Only the checked connection may be used: a second attempt would be a new one.
      const usable = fresh && !connection.socket.destroyed;
      fresh = false;
      // Not at once: undici ignores a connection that stands before its connect function has returned.
      queueMicrotask(() =>
        usable ? done(null, connection.socket) : done(new Error("the connection is closed"), null),
      );
    },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize,
    pipelining: 1,
    allowH2: false,
  });
}

async function* receive(
  body: AsyncIterable<Uint8Array>,
  received: { bytes: number },
  host: string,
  idleMs: number,
  stop: AbortController,
  close: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Runs only while we wait for the other side, not while our own reader is slow.
      const timer = setTimeout(() => stop.abort(idleTimeout(host, idleMs)), idleMs);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      received.bytes += next.value.byteLength;
      yield next.value;
    }
  } catch (error) {
    throw new OutboundStreamError(failureOf(error, host, stop));
  } finally {
    close();
  }
}

function failureOf(error: unknown, host: string, stop: AbortController): OutboundFailure {
  if (stop.signal.aborted) return stop.signal.reason as OutboundFailure;
  if (error instanceof errors.HeadersOverflowError) return responseHeadersTooLarge(host);
  if (error instanceof errors.HTTPParserError || error instanceof errors.NotSupportedError) return notHttp(host);
  return connectionLost(host);
}

/** undici types raw headers like parsed ones; what it gives is a flat list of names and values. */
function headerPairs(raw: unknown): OutboundHeaders {
  const flat = raw as readonly string[];
  return Array.from({ length: flat.length / 2 }, (_, i) => [String(flat[2 * i]), String(flat[2 * i + 1])] as const);
}
