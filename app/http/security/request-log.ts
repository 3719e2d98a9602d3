import { randomUUID } from "node:crypto";
import type { RequestHandler, Response } from "express";
import { cutText } from "#domain/core/text/text.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { watchEnd } from "../watching/answer-end.ts";
import { type Bytes, countBytes } from "../watching/connection-bytes.ts";
import { keepPlace } from "../watching/request-place.ts";
import type { RequestKind, RouteBook } from "../watching/route-book.ts";
import { whenClosed } from "../watching/when-closed.ts";

/** A request whose answer is not over. */
export type OpenRequest = { readonly kind: RequestKind; bytes(): Bytes };

/** One request, without anything that could be a secret: no query, no header, no body, no token in the path. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** The pattern that the path belongs to: one of ours, or "other". */
  readonly route: string;
  readonly kind: RequestKind;
  /** The status; 500 of an answer that broke off for a fault of ours, whatever was sent. */
  readonly status: number;
  readonly ms: number;
  readonly bytes: Bytes;
  /** How the answer ended (`AnswerEnd`). */
  readonly ended: "whole" | "left" | "cut" | "failed";
  /** Why it broke off, if it `failed`. */
  readonly error?: unknown;
  /** The user that asked, by session or key; null: nobody known. */
  readonly userId: string | null;
  /** The API key that was used; null: none, or one that is not valid. */
  readonly keyId: string | null;
  /** The other end, as far as the proxies of TRUST_PROXY say. */
  readonly address: string;
}

/** Told of each request when it begins; the result is called with its line when it is over. */
export type WatchRequest = (open: OpenRequest) => (line: RequestLine) => void;

/** A request as it begins. `traceParent`: the header of that name, as the client sent it. */
export type BegunRequest = OpenRequest &
  Pick<RequestLine, "requestId" | "method" | "route"> & { readonly traceParent: string | undefined };

/**
 * Told of each request when it begins. `within` does its work, so that all lines of the log written for it have its id;
 * `over` is called with its line when it is over.
 */
export type RequestWatch = (begun: BegunRequest) => {
  within<T>(work: () => T): T;
  over(line: RequestLine): void;
};

/**
 * Gives every request an id (`res.locals.requestId`, header `X-Request-Id`, and every line of the log that is written
 * for it), and reports it once it is over.
 */
export function requestLog(routeOf: RouteBook, watch: RequestWatch): RequestHandler {
  return (req, res, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    const { method } = req;
    const place = routeOf(method, req.originalUrl.split(/[?#]/, 1)[0] ?? "");
    keepPlace(res, place);
    const { route, kind } = place;
    const path = pathWithoutSecrets(req.originalUrl);
    const bytes = countBytes(req.socket);
    const endOf = watchEnd(res);
    const traceParent = req.get("traceparent");
    const { within, over } = watch({ requestId, method, route, kind, bytes: bytes.soFar, traceParent });
    res.locals["requestId"] = requestId;
    res.setHeader("X-Request-Id", requestId);
    whenClosed(res, () => {
      const end = endOf();
      const ms = Math.round(performance.now() - started);
      const status = end.ended === "failed" ? 500 : res.statusCode;
      over({ requestId, method, path, route, kind, status, ms, bytes: bytes.end(), ...end, ...askerOf(res) });
    });
    within(next);
  };
}

type Asking = { readonly viewer: { readonly id: string } | null };

function askerOf({ locals }: Response): Pick<RequestLine, "userId" | "keyId" | "address"> {
  const text = (name: string): string | null => (typeof locals[name] === "string" ? locals[name] : null);
  return {
    userId: text("readerId") ?? (locals["asking"] as Asking | undefined)?.viewer?.id ?? null,
    keyId: text("keyId"),
    address: (locals["facts"] as RequestFacts | undefined)?.clientAddress ?? "",
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
