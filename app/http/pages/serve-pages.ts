import { writeReadableStreamToWritable } from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import type { AppContext } from "../../platform.ts";
import type { PageHandler } from "./route-groups.ts";
import { webRequest } from "./web-request.ts";

/** Answers with the pages and their data. */
export function servePages({
  handler,
  contextOf,
}: {
  readonly handler: PageHandler;
  readonly contextOf: (res: ExpressResponse) => AppContext;
}): RequestHandler {
  const answer = async (req: ExpressRequest, res: ExpressResponse): Promise<void> => {
    const context = contextOf(res);
    const response = await handler(webRequest(req, context.signal), context);
    res.status(response.status);
    for (const [name, value] of response.headers) res.append(name, value);
    if (response.body === null) return void res.end();
    if (!isPage(response)) return writeReadableStreamToWritable(response.body, res);
    const body = Buffer.from(await response.arrayBuffer());
    res.setHeader("Content-Length", body.length);
    res.end(body);
  };
  return (req, res, next) => void answer(req, res).catch(next);
}

/** Pages are complete when they are answered; other answers may be streams. */
function isPage({ headers }: Response): boolean {
  return headers.get("Content-Type")?.startsWith("text/html") === true;
}
