import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import fresh from "fresh";
import type { AppContext } from "../../platform.ts";
import { isDeparture } from "../server/departure.ts";
import { sendBody, sendText } from "../server/send-text.ts";
import { takesEncoding } from "../takes-encoding.ts";
import { type KeptPage, keepPage } from "./kept-page.ts";
import type { PageHandler } from "./route-groups.ts";
import type { VisitorPages } from "./visitor-pages.ts";
import { webRequest } from "./web-request.ts";
import { whenClosed } from "../watching/when-closed.ts";

type Options = {
  readonly handler: PageHandler;
  readonly contextOf: (res: ExpressResponse) => AppContext;
  /** Called for each page; what it returns is called when the page is answered or its reader has left. */
  readonly enterPage: () => () => void;
  /** Null: each page is rendered, as in development. */
  readonly visitorPages: VisitorPages | null;
};

/** Answers with the pages and their data. */
export function servePages({ handler, contextOf, enterPage, visitorPages }: Options): RequestHandler {
  const answer = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const context = contextOf(res);
    const page = (await visitorPages?.(req, context)) ?? null;
    if (page && fresh(req.headers, { etag: page.etag })) return sendUnchanged(res, page.etag);
    if (page?.kept) return sendKept(req, res, page.etag, page.kept, context.nonce);
    const response = await (page ? handler(page.request, page.context) : handler(webRequest(req, context), context));
    res.status(response.status);
    for (const [name, value] of response.headers) res.append(name, value);
    if (response.body === null) return void res.end();
    if (!isComplete(response)) return sendFile(res, response.body);
    const body = Buffer.from(await response.arrayBuffer());
    const kept = page && mayKeep(response, res) ? await keepPage(body.toString(), context.nonce) : null;
    if (!page || !kept) return sendText(req, res, body, context);
    page.keep(kept);
    sendKept(req, res, page.etag, kept, context.nonce);
  };
  return (req, res, next) => {
    // A form may start work and wait for it.
    if (req.method === "GET" && !res.closed) whenClosed(res, enterPage());
    answer(req, res).catch(next);
  };
}

/** Pages, their data and metadata are complete when they are answered; other answers may be streams. */
function isComplete({ headers }: Response): boolean {
  return /^(?:text\/(?:html|x-script)|application\/json)\b/.test(headers.get("Content-Type") ?? "");
}

/** Sends a file as fast as the client reads it. A client that leaves ends its source, and is no fault. */
async function sendFile(res: ExpressResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  await pipeline(Readable.fromWeb(body as NodeReadableStream), res).catch((error: unknown) => {
    if (!isDeparture(error)) throw error;
  });
}

function mayKeep({ status, headers }: Response, res: ExpressResponse): boolean {
  const setsCookie = headers.has("Set-Cookie") || res.hasHeader("Set-Cookie");
  return status === 200 && !setsCookie && !headers.has("Cache-Control");
}

/** The browser has the page, with the nonce of that answer: its policy must stay as well. */
function sendUnchanged(res: ExpressResponse, etag: string): void {
  res.removeHeader("Content-Security-Policy");
  setCaching(res, etag).status(304).end();
}

function sendKept(req: ExpressRequest, res: ExpressResponse, etag: string, page: KeptPage, nonce: string): void {
  setCaching(res, etag).set("Content-Type", "text/html; charset=utf-8");
  const gzipped = takesEncoding(req, "gzip");
  if (gzipped) res.set("Content-Encoding", "gzip");
  sendBody(res, gzipped ? page.gzip(nonce) : page.plain(nonce));
}

/** The browser asks each time whether its copy is still true; nobody in between keeps one. */
function setCaching(res: ExpressResponse, etag: string): ExpressResponse {
  return res.set("ETag", etag).set("Cache-Control", "private, no-cache").vary("Accept-Encoding").vary("Cookie");
}
