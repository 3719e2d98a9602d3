import { PassThrough } from "node:stream";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { pathWithoutSecrets } from "./http/security/request-log.ts";
import { retryAfterOf } from "./http/server/unavailable.ts";
import { NonceContext } from "./ui/layout/nonce.ts";

/** Deferred data still pending after this many milliseconds becomes an error; the render is aborted a second later. */
export const streamTimeout = 5_000;

/** Streams a page: the shell first; for crawlers the whole page at once. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce, platform, signal } = loadContext;
  // Rendering a page takes longer than everything before it.
  if (signal.aborted) return Promise.resolve(new Response(null, { status }));
  const again = retryAfterOf(status);
  if (again !== undefined) headers.set("Retry-After", String(again));
  // Remix leaves the headers of an action out of the page.
  for (const said of Object.values(remixContext.staticHandlerContext.actionHeaders)) {
    const retryAfter = said?.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
  const ready = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  if (status === 405) headers.set("Allow", request.method === "HEAD" ? "GET" : "GET, HEAD");
  return new Promise((resolve, reject) => {
    let shellSent = false;
    let statusNow = status;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remixContext} url={request.url} abortDelay={streamTimeout} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [ready]() {
          shellSent = true;
          const body = new PassThrough();
          headers.set("Content-Type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { status: statusNow, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          statusNow = 500;
          // Before the shell, onShellError reports it; afterwards the status is sent and only the log is left.
          if (shellSent) platform.reportError(error, `rendering ${pathOf(request)}`);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}

/** The data of a page for its scripts, with the headers that the page itself would have. */
export function handleDataRequest(response: Response): Response {
  const again = retryAfterOf(response.status);
  if (again !== undefined && !response.headers.has("Retry-After")) response.headers.set("Retry-After", String(again));
  return response;
}

/**
 * Logs what a loader or action threw, unless it is a response. A request aborted by its browser is no fault, nor is an
 * unknown path.
 */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (!context.signal.aborted && !isRouteErrorResponse(error))
    context.platform.reportError(error, `${request.method} ${pathOf(request)}`);
}

function pathOf(request: Request): string {
  return pathWithoutSecrets(new URL(request.url).pathname);
}
