import { refuse } from "../call-result.ts";
import type { Request, RequestHandler, Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { bodyTransfer, enterOrReplace, type SlowTransfers } from "../server/slow-transfers.ts";
import { cutConnection } from "../watching/cut-connection.ts";
import { refuseRequest } from "./refuse-request.ts";
import { placeOf } from "../watching/request-place.ts";
import { whenClosed } from "../watching/when-closed.ts";

/** Smaller bodies do not count, so that large ones never prevent a login. */
const SMALL_BYTES = 65_536;
/**
 * A large body must arrive and its answer be sent within this time, or the connection ends: nobody keeps a share for
 * longer.
 */
const ENDS_WITHIN_MS = 120_000;

export interface BodyBudget {
  /** Bytes of large bodies that are buffered whole and not answered yet. */
  readonly budget: ConcurrencyLimit;
  readonly slow: SlowTransfers;
  /** The owner whose share a request uses. */
  readonly ownerOf: (res: Response) => string;
}

/**
 * Limits the memory of request bodies: a request over the budget is refused, to be retried, before its body is read.
 */
export function bodyBudget({ budget, slow, ownerOf }: BodyBudget): RequestHandler {
  return (req, res, next) => {
    // The client has left, and no event would signal the end.
    if (res.closed) return;
    const { bodyBytes } = placeOf(res);
    // A file is not buffered whole.
    if (bodyBytes === null) return next();
    const bytes = bytesOf(req, bodyBytes);
    if (bytes <= SMALL_BYTES) return next();
    const release = enterOrReplace(budget, slow, ownerOf(res), bytes);
    if (release === null) {
      return refuseRequest(req, res.set("Connection", "close"), refuse("bodies-busy"));
    }
    const end = (): void => {
      release();
      cutConnection(req.socket);
    };
    const late = setTimeout(end, ENDS_WITHIN_MS);
    const over = slow.watch(bodyTransfer(req, end));
    whenClosed(res, () => {
      clearTimeout(late);
      over();
      release();
    });
    next();
  };
}

/** The length that a request gives, or else the most that its route takes. */
function bytesOf(req: Request, most: number): number {
  return req.headers["transfer-encoding"] === undefined ? Number(req.headers["content-length"] ?? 0) : most;
}
