import { Client, errors } from "undici";
import type { Destination } from "./address/destination.ts";
import { connectionLost, headersTimeout, idleTimeout, notHttp, responseHeadersTooLarge, tooSlow } from "./failures.ts";
import { IncomingAnswer } from "./answer/incoming-answer.ts";
import { OutboundStreamError, type OutboundFailure, type OutboundHeaders } from "./outbound-port.ts";
import type { Connection } from "./address/pinned-connection.ts";
import type { Message } from "./redirect.ts";

/** HTTP over a connection to a checked address, one request at a time. */
export type HttpConnection = { readonly client: Client; readonly connection: Connection };

/** One request and its response. */
export type Exchange = {
  readonly ok: true;
  readonly status: number;
  readonly headers: OutboundHeaders;
  /** As received; throws `OutboundStreamError`. Closing it early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes of `body` read so far. */
  readonly received: { readonly bytes: number };
  close(): void;
};

/** How an exchange ended. */
export type ExchangeEnd = {
  /** Null without a response. */
  readonly status: number | null;
  /** Of the body. */
  readonly bytes: number;
  /** The response was read to its end and the connection is open, so that it can carry another request. */
  readonly reusable: boolean;
};

export type ExchangeLimits = {
  readonly headersMs: number;
  readonly idleMs: number;
  readonly rateWindowMs: number;
  readonly leastBytes: number;
  readonly responseHeaderBytes: number;
};

/** Opens HTTP over a connection. It never reconnects: once the connection is closed, requests fail. */
export function openHttp(connection: Connection, origin: string, maxHeaderSize: number): HttpConnection {
  let fresh = true;
  const client = new Client(origin, {
    connect: (_options, done) => {
      // Only the checked connection may be used: a second attempt would open a new one.
      const usable = fresh && !connection.socket.destroyed;
      fresh = false;
      // Later: undici ignores a connection that it gets before its connect function has returned.
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
  return { client, connection };
}

/** Closes a connection, even in the middle of an exchange. */
export function closeConnection({ client, connection }: HttpConnection): void {
  void client.destroy();
  connection.socket.destroy();
}

/**
 * `keep` asks the other side to keep the connection open for the next request; without it the connection is closed at
 * the end. Aborting `stop` ends the exchange; its reason is always an `OutboundFailure`. The timers here abort it too:
 * undici's own are off, because they are coarse and restart with each byte.
 */
export async function exchange(
  http: HttpConnection,
  destination: Destination,
  message: Message,
  limits: ExchangeLimits & { readonly keep: boolean },
  stop: AbortController,
  onEnd: (end: ExchangeEnd) => void,
): Promise<Exchange | OutboundFailure> {
  const { host } = destination;
  const received = { bytes: 0 };
  const answer = new IncomingAnswer();
  let status: number | null = null;
  let open = true;
  const onStop = () => answer.abort(new Error("stopped"));
  const end = (complete: boolean) => {
    if (!open) return;
    open = false;
    stop.signal.removeEventListener("abort", onStop);
    const reusable = complete && limits.keep && !http.connection.socket.destroyed;
    if (!reusable) closeConnection(http);
    onEnd({ status, bytes: received.bytes, reusable });
  };
  const close = () => end(false);
  const timer = setTimeout(() => stop.abort(headersTimeout(host, limits.headersMs)), limits.headersMs);
  stop.signal.addEventListener("abort", onStop);
  if (stop.signal.aborted) onStop();
  try {
    const path = destination.url.pathname + destination.url.search;
    http.client.dispatch(
      { path, method: message.method, headers: [...message.headers].flat(), body: message.body, reset: !limits.keep },
      answer,
    );
    const head = await answer.head;
    status = head.status;
    const body = receive(answer, received, host, limits, stop, end);
    return { ok: true, ...head, body, received, close };
  } catch (error) {
    close();
    return failureOf(error, host, stop);
  } finally {
    clearTimeout(timer);
  }
}

async function* receive(
  answer: IncomingAnswer,
  received: { bytes: number },
  host: string,
  limits: ExchangeLimits,
  stop: AbortController,
  end: (complete: boolean) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { idleMs } = limits;
  const onIdle = () => stop.abort(idleTimeout(host, idleMs));
  const checkRate = leastRate(host, limits, stop);
  let complete = false;
  try {
    for (;;) {
      const asked = performance.now();
      const chunk = await answer.read(idleMs, onIdle);
      if (chunk === null) break;
      received.bytes += chunk.length;
      checkRate(performance.now() - asked, chunk.length);
      yield chunk;
    }
    complete = true;
  } catch (error) {
    throw new OutboundStreamError(failureOf(error, host, stop));
  } finally {
    end(complete);
  }
}

/**
 * Ends a response that arrives too slowly, of any length. Only time spent waiting for the host counts, not for our own
 * reader.
 */
function leastRate(
  host: string,
  { rateWindowMs, leastBytes }: ExchangeLimits,
  stop: AbortController,
): (waitedMs: number, bytes: number) => void {
  let waited = 0;
  let came = 0;
  return (waitedMs, bytes) => {
    waited += waitedMs;
    came += bytes;
    if (waited < rateWindowMs) return;
    if (came < leastBytes) {
      stop.abort(tooSlow(host, leastBytes, rateWindowMs));
      throw stop.signal.reason;
    }
    waited = 0;
    came = 0;
  };
}

function failureOf(error: unknown, host: string, stop: AbortController): OutboundFailure {
  if (stop.signal.aborted) return stop.signal.reason as OutboundFailure;
  if (error instanceof errors.HeadersOverflowError) return responseHeadersTooLarge(host);
  if (error instanceof errors.HTTPParserError || error instanceof errors.NotSupportedError) return notHttp(host);
  return connectionLost(host);
}
