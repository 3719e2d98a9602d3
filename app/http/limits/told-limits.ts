import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestHandler } from "express";
import type { RateLimitName, RateLimits, RateLimitState } from "#domain/core/ports/rate-limits.ts";
import { beforeHeaders } from "../security/security-headers.ts";
import { isForPrograms } from "../security/refuse-request.ts";

/** The limit of the present call that is nearest to its end. */
type Told = { nearest: RateLimitState | null };

/**
 * The limits that count what the caller does. The others count mails to somebody, or only some calls: what is left of
 * them could tell whether an address has an account.
 */
const TOLD: ReadonlySet<RateLimitName> = new Set([
  ...(["change", "run", "try", "import", "share", "ask", "save"] as const),
  ...(["login", "register", "key"] as const),
]);

const told = new AsyncLocalStorage<Told>();

/**
 * Tells programs with each limited call how much of the limit is left, by RateLimit-Limit, -Remaining and -Reset (in
 * seconds). A call that several limits count tells the one with the least left.
 */
export function tellLimits(): RequestHandler {
  return (req, res, next) => {
    if (!isForPrograms(req.path)) return next();
    const call: Told = { nearest: null };
    beforeHeaders(res, () => {
      if (call.nearest === null) return;
      res.setHeader("RateLimit-Limit", String(call.nearest.limit));
      res.setHeader("RateLimit-Remaining", String(call.nearest.remaining));
      res.setHeader("RateLimit-Reset", String(call.nearest.resetSeconds));
    });
    told.run(call, next);
  };
}

/** The same limits; what is counted is told with the answer to the present call. */
export function toldLimits(limits: RateLimits): RateLimits {
  return {
    ...limits,
    async consume(name, subject) {
      const answer = await limits.consume(name, subject);
      if (TOLD.has(name)) tellLimit(answer.state);
      return answer;
    },
  };
}

/** Tells this limit with the answer to the present call, unless another one is nearer to its end. */
export function tellLimit(state: RateLimitState): void {
  const call = told.getStore();
  if (call && (call.nearest === null || state.remaining < call.nearest.remaining)) call.nearest = state;
}
