import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { api } from "./api/api.ts";
import { endpoints } from "./api/endpoints.ts";
import { pathWithoutSecrets } from "./http/security/request-log.ts";
import { retryAfterOf } from "./http/server/unavailable.ts";
import { NonceContext } from "./ui/layout/nonce.ts";

// The server takes the API from its build, as it takes the pages, and answers it without Remix.
export { api, endpoints };

/**
 * Renders a page as a whole: no loader defers data, and writing one text costs half of what React's stream does. An
 * error is thrown to Remix, which logs it and renders the page of the error.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce, signal } = loadContext;
  // Rendering a page takes longer than everything before it.
  if (signal.aborted) return new Response(null, { status });
  const again = retryAfterOf(status);
  if (again !== undefined) headers.set("Retry-After", String(again));
  // Remix leaves the headers of an action out of the page.
  for (const said of Object.values(remixContext.staticHandlerContext.actionHeaders)) {
    const retryAfter = said?.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
  if (status === 405) headers.set("Allow", request.method === "HEAD" ? "GET" : "GET, HEAD");
  await readLoaderData(remixContext);
  const html = renderToString(
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remixContext} url={request.url} nonce={nonce} />
    </NonceContext.Provider>,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(Buffer.from(`<!DOCTYPE html>${html}`), { status, headers });
}

/**
 * Reads the data for the page's scripts before it is rendered. RemixServer takes what is in `streamCache` instead of
 * waiting for the stream.
 */
async function readLoaderData(context: EntryContext): Promise<void> {
  const { serverHandoffStream } = context;
  if (!serverHandoffStream) return;
  const value = await new Response(serverHandoffStream).text();
  context.serverHandoffStream = new ReadableStream();
  context.renderMeta = { streamCache: { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) } };
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
