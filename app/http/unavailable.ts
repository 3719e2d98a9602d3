import type { Request, Response as ExpressResponse } from "express";
import type { Engine } from "#domain/core/engines.ts";
import { isApi, refuseRequest } from "./security/refuse-request.ts";

/** An engine that was restarted is back after about as long. */
export const RETRY_AFTER_SECONDS = 5;

/** What a request is told that needs an engine which does not answer. */
export function unavailableSentence(engine: Engine): string {
  return `The server's ${engine} does not answer right now. Try again in a moment.`;
}

/** 503 as a thrown or returned Response. */
export function unavailable(engine: Engine): Response {
  return new Response(unavailableSentence(engine), { status: 503, headers: { "Retry-After": String(RETRY_AFTER_SECONDS), "Content-Type": "text/plain; charset=utf-8" } });
}

/** 503 outside Remix: JSON for programs, a small page for people. */
export function refuseUnavailable(req: Request, res: ExpressResponse, engine: Engine): void {
  res.set("Retry-After", String(RETRY_AFTER_SECONDS));
  if (isForPrograms(req.path) && !isApi(req.path)) res.status(503).set("Cache-Control", "no-store").json({ error: unavailableSentence(engine) });
  else refuseRequest(req, res, 503, unavailableSentence(engine));
}

/** Addresses that no person sees as a page: the API and the short form of streams. */
export function isForPrograms(path: string): boolean {
  return isApi(path) || path.startsWith("/d/");
}
