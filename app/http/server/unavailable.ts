import type { Request, Response as ExpressResponse } from "express";
import type { Unavailable } from "#domain/core/ports/engines.ts";
import { isNoRoom, NO_ROOM_SENTENCE } from "#domain/core/no-room.ts";
import type { Platform } from "../../platform.ts";
import { isApi, refuseRequest } from "../security/refuse-request.ts";

/** When to ask again: an engine that was restarted is back after a few seconds, room on a disk is made by people. */
const RETRY_AFTER_SECONDS: Readonly<Record<NotNow["status"], number>> = { 503: 5, 507: 300 };

function unavailableSentence({ engine, because }: Unavailable): string {
  return `The server's ${engine} ${because === "busy" ? "is busy" : "does not answer"} right now. Try again in a moment.`;
}

/** What a request is told that the server cannot serve now, though nothing is wrong with the request or the code. */
export type NotNow = { readonly status: 503 | 507; readonly sentence: string; readonly retryAfterSeconds: number };

const NO_ROOM: NotNow = { status: 507, sentence: NO_ROOM_SENTENCE, retryAfterSeconds: RETRY_AFTER_SECONDS[507] };

/** What a page with this status says of when to ask again; undefined: nothing. */
export function retryAfterOf(status: number): number | undefined {
  return status === 503 || status === 507 ? RETRY_AFTER_SECONDS[status] : undefined;
}

/** While the database is known to be away. */
export const DATABASE_AWAY: NotNow = notNow({ engine: "database", because: "away" });

/**
 * What an error says of an engine that could not serve, or of a disk without room; null: the fault is ours. An engine that is away is in
 * the log already, a busy one or a full disk is reported.
 */
export function notNowFor(platform: Platform, error: unknown, about: string): NotNow | null {
  const found = platform.engines.unavailable(error);
  const answer = found !== null ? notNow(found) : isNoRoom(error) ? NO_ROOM : null;
  if (answer !== null && found?.because !== "away") platform.reportError(error, about);
  return answer;
}

/** As `notNowFor`, and reports every fault of ours, which is to be answered 500. */
export function judgeFault(platform: Platform, error: unknown, about: string): NotNow | null {
  const answer = notNowFor(platform, error, about);
  if (answer === null) platform.reportError(error, about);
  return answer;
}

function notNow(found: Unavailable): NotNow {
  return { status: 503, sentence: unavailableSentence(found), retryAfterSeconds: RETRY_AFTER_SECONDS[503] };
}

/** As a Response of a page. */
export function notNowPage({ status, sentence, retryAfterSeconds }: NotNow): Response {
  return new Response(sentence, {
    status,
    headers: { "Retry-After": String(retryAfterSeconds), "Content-Type": "text/plain; charset=utf-8" },
  });
}

/** Outside Remix: JSON for programs, a small page for people. */
export function refuseNotNow(
  req: Request,
  res: ExpressResponse,
  { status, sentence, retryAfterSeconds }: NotNow,
): void {
  res.set("Retry-After", String(retryAfterSeconds));
  if (isForPrograms(req.path) && !isApi(req.path))
    res.status(status).set("Cache-Control", "no-store").json({ error: sentence });
  else refuseRequest(req, res, status, sentence);
}

/** Addresses that no person sees as a page: the API and the short form of streams. */
export function isForPrograms(path: string): boolean {
  return isApi(path) || path.startsWith("/d/");
}
