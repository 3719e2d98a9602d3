import { refuse } from "../call-result.ts";
import type { Request, RequestHandler, Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { bodyTransfer, enterOrReplace, type SlowTransfers } from "../server/slow-transfers.ts";
import { refuseRequest } from "./refuse-request.ts";

/** A smaller body is not worth counting, so that large ones never keep anybody from logging in. */
const SMALL_BYTES = 65_536;
/** A large body has arrived and its answer has gone within this time, or the connection ends: nobody keeps a share for longer. */
const ENDS_WITHIN_MS = 120_000;

export interface BodyBudget {
  /** In bytes, of large bodies that are read whole and whose answer has not gone yet. */
  readonly budget: ConcurrencyLimit;
  readonly slow: SlowTransfers;
  /** Paths whose bodies are not read whole. */
  readonly isStreamed: (path: string) => boolean;
  /** What a body may have at most: counted where a request does not say its length. */
  readonly maxBytes: (path: string) => number;
  /** Whose share a request takes. */
  readonly ownerOf: (res: Response) => string;
}

/** Bounds the memory of request bodies: what is over the budget is told to come again, before its body is read. */
export function bodyBudget({ budget, slow, isStreamed, maxBytes, ownerOf }: BodyBudget): RequestHandler {
  return (req, res, next) => {
    // Nobody waits for an answer, and nothing would tell that it is over.
    if (res.closed) return;
    const bytes = bytesOf(req, maxBytes(req.path));
    if (bytes <= SMALL_BYTES || isStreamed(req.path)) return next();
    const release = enterOrReplace(budget, slow, ownerOf(res), bytes);
    if (release === null) {
      const { status, error, retryAfterSeconds } = refuse("bodies-busy");
      res.set({ "Retry-After": String(retryAfterSeconds), Connection: "close" });
      refuseRequest(req, res, status, error);
      return;
    }
    const end = (): void => {
      release();
      req.socket.destroy();
    };
    const late = setTimeout(end, ENDS_WITHIN_MS);
    const over = slow.watch(bodyTransfer(req, end));
    res.once("close", () => {
      clearTimeout(late);
      over();
      release();
    });
    next();
  };
}

function bytesOf(req: Request, most: number): number {
  return req.headers["transfer-encoding"] === undefined ? Number(req.headers["content-length"] ?? 0) : most;
}
