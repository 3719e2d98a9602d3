import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Budget, createConcurrencyLimit } from "#domain/core/budget.ts";
import { refuse } from "../../app/http/call-result.ts";
import { errorBody } from "../../app/http/error-body.ts";
import { addressKey } from "#infra/identity/address-key.ts";
import { peerAddress } from "../../app/http/request/peer-address.ts";
import { discardRest } from "../../app/http/upload/discard-rest.ts";
import { cutConnection } from "../../app/http/watching/cut-connection.ts";
import { servePipelinedInOrder } from "./pipelined-requests.ts";
import { unreadAnswers } from "./unread-answers.ts";

export type HttpServerOptions = {
  /** Calls whose bodies may take any time while bytes keep arriving. */
  readonly isUpload: (method: string, path: string) => boolean;
  /** Whether clients connect directly, not through a proxy: then each address has a share of the connections. */
  readonly direct: boolean;
  /** Whether each answer is the last one of its connection. */
  readonly isStopping?: () => boolean;
  readonly times?: Partial<typeof TIMES>;
  readonly connections?: Partial<typeof CONNECTIONS>;
};

/** Most requests of a connection that may wait for an earlier answer. */
const MAX_PIPELINED_REQUESTS = 20;

/** Time limits of an idle connection, in milliseconds. */
export const TIMES = {
  /** From the connection, or the first byte of a further request, to the end of the headers. */
  headersMs: 15_000,
  /** How often that limit is checked. */
  checkMs: 5_000,
  /** From one answer to the next request. */
  keepAliveMs: 10_000,
  /** Without a byte of a body that has not ended. */
  bodyIdleMs: 60_000,
  /** For a whole body, uploads aside: as long as 12 MB take at 0.3 Mbit/s. */
  bodyMs: 300_000,
  /** While the client reads nothing of an answer. */
  unreadMs: 60_000,
};

export const CONNECTIONS = { limit: 4_000, perAddress: 1_000 };

/** The answer to a request whose body did not come in time, as bytes: its route may be reading that body. */
function lateBodyResponse(res: ServerResponse): string {
  const requestId = String(res.getHeader("X-Request-Id") ?? "");
  const json = JSON.stringify(errorBody(refuse("body-late"), requestId));
  return `HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${json.length}\r\n\r\n${json}`;
}

/**
 * An HTTP server that closes connections of inactive clients. Node's own limit for a whole request would cut long
 * uploads, so bodies are watched here: a client that stops sending is disconnected, one that waits for us to read is
 * not. Each route limits its own answer.
 */
export function createHttpServer(
  listener: RequestListener,
  options: HttpServerOptions,
): { readonly server: Server; readonly connections: Budget } {
  const times = { ...TIMES, ...options.times };
  const { limit, perAddress } = { ...CONNECTIONS, ...options.connections };
  const connections = createConcurrencyLimit({
    name: "connections",
    limit,
    perOwner: options.direct ? perAddress : limit,
  });
  const server = createServer({
    headersTimeout: times.headersMs,
    connectionsCheckingInterval: times.checkMs,
    keepAliveTimeout: times.keepAliveMs,
    requestTimeout: 0,
  });
  const unread = unreadAnswers(times.unreadMs);
  server.on("connection", (socket: Socket) => {
    const leave = connections.tryEnter(addressKey(peerAddress(socket)));
    if (leave === null) return void socket.destroy();
    socket.once("close", leave);
    unread.watch(socket);
  });
  const isUpload = (req: IncomingMessage) => options.isUpload(req.method ?? "", pathOf(req));
  const inOrder = servePipelinedInOrder(MAX_PIPELINED_REQUESTS);
  const serve = (req: IncomingMessage, res: ServerResponse): void => {
    if (hasBody(req)) {
      res.once("finish", () => void readPast(req));
      watchBody(req, res, {
        idleMs: times.bodyIdleMs,
        wholeMs: isUpload(req) ? Infinity : times.bodyMs,
      });
    }
    if (options.isStopping?.()) res.shouldKeepAlive = false;
    listener(req, res);
  };
  server.on("request", (req: IncomingMessage, res: ServerResponse) => inOrder(req, res, () => serve(req, res)));
  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) =>
    inOrder(req, res, () => {
      // An upload is checked before its body is requested.
      if (!isUpload(req)) res.writeContinue();
      serve(req, res);
    }),
  );
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) =>
    inOrder(req, res, () => void res.writeHead(417).end()),
  );
  server.on("connect", (_req, socket) =>
    socket.end(
      "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    ),
  );
  return { server, connections };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Reads past a body that its route has left unread, so that the connection can take its next request. Node does so only
 * where nobody has begun to read.
 */
async function readPast(req: IncomingMessage): Promise<void> {
  await discardRest(req);
  if (!req.complete) req.destroy();
}

function pathOf(req: IncomingMessage): string {
  return (req.url ?? "").split("?", 1)[0] ?? "";
}

function watchBody(
  req: IncomingMessage,
  res: ServerResponse,
  { idleMs, wholeMs }: { readonly idleMs: number; readonly wholeMs: number },
): void {
  const { socket } = req;
  const startedAt = performance.now();
  let received = socket.bytesRead;
  let since = startedAt;
  const check = (): void => {
    if (req.complete || socket.destroyed) return clearInterval(timer);
    const now = performance.now();
    // While we have not read what has arrived, the client is not the slow side.
    const weAreSlow = req.readableLength >= req.readableHighWaterMark;
    if (weAreSlow || socket.bytesRead !== received) since = now;
    received = socket.bytesRead;
    if (now - since < idleMs && now - startedAt < wholeMs) return;
    clearInterval(timer);
    if (res.headersSent) cutConnection(socket);
    else socket.end(lateBodyResponse(res), () => cutConnection(socket));
  };
  const timer = setInterval(check, Math.min(idleMs, wholeMs) / 4).unref();
  req.once("close", () => clearInterval(timer));
}
