import type { Request, Response as ExpressResponse } from "express";
import type { Unavailable } from "#domain/core/engines.ts";
import type { Platform } from "../platform.ts";
import { isApi, refuseRequest } from "./security/refuse-request.ts";

/** An engine that was restarted is back after about as long. */
export const RETRY_AFTER_SECONDS = 5;

/** What a request is told that an engine could not serve. */
export function unavailableSentence({ engine, because }: Unavailable): string {
  return `The server's ${engine} ${because === "busy" ? "is busy" : "does not answer"} right now. Try again in a moment.`;
}

/** 503 as a Response of a page. */
export function unavailable(found: Unavailable): Response {
  return new Response(unavailableSentence(found), { status: 503, headers: { "Retry-After": String(RETRY_AFTER_SECONDS), "Content-Type": "text/plain; charset=utf-8" } });
}

/** 503 outside Remix: JSON for programs, a small page for people. */
export function refuseUnavailable(req: Request, res: ExpressResponse, found: Unavailable): void {
  res.set("Retry-After", String(RETRY_AFTER_SECONDS));
  if (isForPrograms(req.path) && !isApi(req.path)) res.status(503).set("Cache-Control", "no-store").json({ error: unavailableSentence(found) });
  else refuseRequest(req, res, 503, unavailableSentence(found));
}

/** The engine that an error says could not serve. One that is away is in the log already; a busy one is reported like any fault. */
export function judgeFault(platform: Platform, error: unknown, about: string): Unavailable | null {
  const found = platform.engines.unavailable(error);
  if (found?.because !== "away") platform.reportError(error, about);
  return found;
}

export const DATABASE_AWAY: Unavailable = { engine: "database", because: "away" };

/** Addresses that no person sees as a page: the API and the short form of streams. */
export function isForPrograms(path: string): boolean {
  return isApi(path) || path.startsWith("/d/");
}
