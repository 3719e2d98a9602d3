import type { Request, RequestHandler } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { refuseRequest } from "./refuse-request.ts";

/** A body that is read whole must have arrived within this time, or it would hold its share of memory for as long as it likes. */
const ARRIVES_WITHIN_MS = 60_000;

export interface BodyBudget {
  /** In bytes, of bodies that are read whole and not answered yet. */
  readonly budget: ConcurrencyLimit;
  /** Paths whose bodies are not read whole. */
  readonly isStreamed: (path: string) => boolean;
  /** What a body may have at most: counted where a request does not say its length. */
  readonly maxBytes: (path: string) => number;
  /** Whose share a request takes. */
  readonly ownerOf: (res: Parameters<RequestHandler>[1]) => string;
}

/** Bounds the memory of request bodies: what is over the budget is told to come again, before its body is read. */
export function bodyBudget({ budget, isStreamed, maxBytes, ownerOf }: BodyBudget): RequestHandler {
  return (req, res, next) => {
    const bytes = isStreamed(req.path) ? 0 : bytesOf(req, maxBytes(req.path));
    if (bytes === 0) return next();
    const release = budget.tryEnter(ownerOf(res), bytes);
    if (release === null) {
      res.set({ "Retry-After": "2", Connection: "close" });
      refuseRequest(req, res, 503, "Too many large requests are under way. Try again in a few seconds.");
      return;
    }
    const late = setTimeout(() => {
      if (!req.complete) req.socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    }, ARRIVES_WITHIN_MS);
    res.once("close", () => {
      clearTimeout(late);
      release();
    });
    next();
  };
}

function bytesOf(req: Request, most: number): number {
  if (req.headers["transfer-encoding"] !== undefined) return most;
  return Number(req.headers["content-length"] ?? 0);
}
