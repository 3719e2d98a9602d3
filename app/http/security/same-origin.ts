import type { RequestHandler, Response } from "express";
import { isLoopback } from "#domain/core/values/loopback.ts";
import { refuse } from "../call-result.ts";
import { factsOf } from "../request/read-request.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { refuseRequest } from "./refuse-request.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses cross-site requests (CSRF), for every unsafe method, multipart and Remix's `.data` requests too:
 * - a browser that says the request came from another site is refused, logged in or not (else a stranger could log you
 *   in
 *   as somebody else);
 * - with a cookie the request must prove its origin: `Sec-Fetch-Site: same-origin`, or, where browsers do not send
 *   that (plain http), an `Origin` equal to APP_URL. Programs send neither and no cookie, and pass. `appUrl` is an
 *   origin without a slash at the end;
 * - `provesItself`: the request needs no such proof, because its credential is one that no browser sends by itself.
 */
export function sameOrigin(appUrl: string, provesItself: (res: Response) => boolean = () => false): RequestHandler {
  return (req, res, next) => {
    if (SAFE.has(req.method) || provesItself(res) || isOurs(factsOf(res), appUrl)) return next();
    refuseRequest(req, res, refuse("other-site", { appUrl }));
  };
}

/**
 * For the few GET calls that return a secret, such as a new token: true unless a browser says that another site made
 * the request.
 */
export function cameFromUs({ site }: Pick<RequestFacts, "site">): boolean {
  return site === null || site === "same-origin" || site === "none";
}

/**
 * For what a browser fetches with a session alone: true if it says that a page of ours, or its user, opened the address. On plain
 * http to another machine browsers say nothing, which counts as that.
 */
export function isOpenedHere({ site }: Pick<RequestFacts, "site">, appUrl: string): boolean {
  const { protocol, hostname } = new URL(appUrl);
  const isTold = protocol === "https:" || isLoopback(hostname);
  return site === "same-origin" || site === "none" || (site === null && !isTold);
}

function isOurs({ site, origin, cookies }: RequestFacts, appUrl: string): boolean {
  if (site === "same-origin") return true;
  if (site === "cross-site" || site === "same-site") return false;
  if (origin !== null && origin !== "null") return origin === appUrl;
  return !cookies.came;
}
