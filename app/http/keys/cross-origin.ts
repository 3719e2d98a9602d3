import type { Request, RequestHandler } from "express";
import { factsOf } from "../request/read-request.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { isForPrograms } from "../security/refuse-request.ts";
import { placeOf } from "../watching/request-place.ts";

/** Headers that a script of another site may send. */
const TAKEN = [
  ...["Accept", "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match"],
  ...["If-Range", "Last-Event-ID", "OData-MaxVersion", "OData-Version", "Prefer", "Range"],
].join(", ");
/** Headers of an answer that it may read. */
const SHOWN = [
  ...["Accept-Ranges", "Allow", "Content-Disposition", "Content-Length", "Content-Location", "Content-Range"],
  ...["Deprecation", "ETag"],
  ...[
    "Idempotency-Replayed",
    "Last-Modified",
    "Link",
    "Location",
    "OData-Version",
    "Preference-Applied",
    "RateLimit-Limit",
  ],
  ...[
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "Retry-After",
    "Sunset",
    "WWW-Authenticate",
    "X-Request-Id",
    "X-Total-Count",
  ],
].join(", ");
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
const PREFLIGHT_SECONDS = 7_200;

/**
 * Opens streams, and calls with a Bearer token, to scripts of other origins (CORS). These never count a cookie, so that
 * everybody may be let in without credentials. A call without a token stays closed: it might count one.
 */
export function crossOrigin(): RequestHandler {
  return (req, res, next) => {
    if (!isForPrograms(req.path)) return next();
    const preflight = req.method === "OPTIONS" && req.headers["access-control-request-method"] !== undefined;
    if (placeOf(res).kind === "stream" || (preflight ? asksWithToken(req) : isBearer(factsOf(res)))) {
      res.set("Access-Control-Allow-Origin", "*");
      if (preflight)
        res.set({
          "Access-Control-Allow-Methods": METHODS,
          "Access-Control-Allow-Headers": TAKEN,
          "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
        });
      else res.set("Access-Control-Expose-Headers", SHOWN);
    }
    if (preflight) return void res.status(204).set("Vary", "Access-Control-Request-Headers").end();
    next();
  };
}

/** Whether a request has a Bearer token, which no browser sends by itself; it does send a password that was typed. */
export function isBearer({ authorization }: RequestFacts): boolean {
  return authorization?.scheme === "bearer";
}

/** Whether the call that a browser announces will have an Authorization header. */
function asksWithToken({ headers }: Request): boolean {
  return (headers["access-control-request-headers"] ?? "")
    .split(",")
    .some((name) => name.trim().toLowerCase() === "authorization");
}
