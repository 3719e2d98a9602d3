import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { cutText } from "#domain/core/text/text.ts";

/** One request, without anything that could be a secret: no query, no header, no body, no token in the path. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** The client left before the answer was complete. */
  readonly aborted: boolean;
  /** The API key that was used; null: none, or one that is not valid. */
  readonly keyId: string | null;
}

/**
 * Gives every request an id (`res.locals.requestId`, header `X-Request-Id`) and calls `log` with one line when it is
 * over.
 */
export function requestLog(log: (line: RequestLine) => void): RequestHandler {
  return (req, res, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    const { method } = req;
    const path = pathWithoutSecrets(req.originalUrl);
    res.locals["requestId"] = requestId;
    res.setHeader("X-Request-Id", requestId);
    res.once("close", () => {
      log({
        requestId,
        method,
        path,
        status: res.statusCode,
        ms: Math.round(performance.now() - started),
        aborted: !res.writableFinished,
        keyId: typeof res.locals["keyId"] === "string" ? res.locals["keyId"] : null,
      });
    });
    next();
  };
}

/**
 * A path for the log: no query, no segment that follows a word for tokens or looks like a key, at most 200 characters.
 */
export function pathWithoutSecrets(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? "";
  const safe = path
    .replace(/\/(reset-password|verify-email|set-password|unsubscribe)\/[^/]+/g, "/$1/…")
    .replace(/[\w%.~-]{40,}/g, "…")
    .replace(/trib_\w+/g, "…");
  return cutText(safe, 200);
}
