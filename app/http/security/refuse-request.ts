import type { Request, Response } from "express";
import { markup } from "#domain/core/text/writers/markup.ts";
import { errorBody, refusalHeaders, type Sendable } from "../error-body.ts";
import { isOData, sendODataError } from "../odata-error.ts";

/** Refuses a request: JSON for programs, a small page for people. The sentence is shown as text. */
export function refuseRequest(req: Request, res: Response, refused: Sendable): void {
  if (isForPrograms(req.path)) return sendRefusal(res.set("Cache-Control", "no-store"), refused);
  const { status, error } = refused;
  res.status(status).set(refusalHeaders(refused)).set("Cache-Control", "no-store");
  res
    .type("html")
    .send(
      String(
        markup`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title></head><body><main><h1>${status}</h1><p>${error}</p><p><a href="/">Go to the start page</a></p></main></body></html>`,
      ),
    );
}

/** A refusal as JSON, outside Remix; for OData in its own shape. */
export function sendRefusal(res: Response, refused: Sendable): void {
  if (isOData(res.req.path)) return sendODataError(res, refused);
  res
    .status(refused.status)
    .set(refusalHeaders(refused))
    .json(errorBody(refused, requestIdOf(res)));
}

/** The id that the request's log line and its X-Request-Id have. */
export function requestIdOf(res: Response): string {
  return String(res.locals["requestId"]);
}

export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

/** Paths that are not pages for people: the API, the short form of streams, OData, and the parts of the log. */
export function isForPrograms(path: string): boolean {
  return isApi(path) || path.startsWith("/d/") || (path.startsWith("/log/") && path !== "/log/") || isOData(path);
}
