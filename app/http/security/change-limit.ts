import type { RequestHandler, Response } from "express";
import type { RateLimits } from "#domain/core/ports/rate-limits.ts";
import type { RequestContext } from "../../platform.ts";
import { tooMany } from "../call-result.ts";
import { refuseRequest } from "./refuse-request.ts";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Limits how often one user may change something, whatever it is: each change may add to the log for good. */
export function changeLimit(
  limits: RateLimits,
  requestContext: (res: Response) => Pick<RequestContext, "viewer">,
): RequestHandler {
  return (req, res, next) => {
    const { viewer } = requestContext(res);
    // Logging out must always work.
    if (READS.has(req.method) || viewer === null || req.path.endsWith("/logout")) return next();
    limits.consume("change", { account: viewer.id }).then((limit) => {
      if (limit.allowed) return next();
      refuseRequest(req, res.set("Connection", "close"), tooMany(limit.retryAfterSeconds));
    }, next);
  };
}
