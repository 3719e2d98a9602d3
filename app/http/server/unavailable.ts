import { AppendTooLarge } from "#domain/core/faults/append-too-large.ts";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import type { Platform } from "../../platform.ts";
import { refuse, type Refused } from "../call-result.ts";

/** The answer to a request that the server cannot serve now, although neither request nor code is at fault. */
export type NotNow = Refused;

const TOO_MUCH: NotNow = refuse("too-much-at-once");
const NO_ROOM: NotNow = refuse("no-room");

/** Retry-After of a page with this status; undefined: none. */
export function retryAfterOf(status: number): number | undefined {
  return [DATABASE_AWAY, NO_ROOM].find((each) => each.status === status)?.retryAfterSeconds;
}

/** The answer while the database is known to be away. */
export const DATABASE_AWAY: NotNow = refuse("engine-unavailable", { engine: "database", because: "away" });

/**
 * The answer if an error says that an engine could not serve, a disk is full, or the log does not take so much at once; null: the fault is ours. An engine that
 * is away is in the log already; a busy one or a full disk is reported here.
 */
export function notNowFor(platform: Platform, error: unknown, about: string): NotNow | null {
  if (error instanceof AppendTooLarge) return TOO_MUCH;
  const found = platform.engines.unavailable(error);
  const answer = found !== null ? refuse("engine-unavailable", found) : isNoRoom(error) ? NO_ROOM : null;
  if (answer !== null && found?.because !== "away") platform.reportError(error, about);
  return answer;
}

/** Whether an error has an answer of its own. */
export function isNotNow({ engines }: Platform, error: unknown): boolean {
  return engines.unavailable(error) !== null || isNoRoom(error) || error instanceof AppendTooLarge;
}

/** Like `notNowFor`, and reports every fault of ours, to be answered with 500. */
export function judgeFault(platform: Platform, error: unknown, about: string): NotNow | null {
  const answer = notNowFor(platform, error, about);
  if (answer === null) platform.reportError(error, about);
  return answer;
}

/** The same as a Response of a page. */
export function notNowPage({ status, error, retryAfterSeconds }: NotNow): Response {
  return new Response(error, {
    status,
    headers: {
      ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
      "Content-Type": "text/plain; charset=utf-8",
    },
  });
}
