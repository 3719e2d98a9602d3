import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestHandler } from "express";
import type { RateLimitName, RateLimits, RateLimitState, RateLimitSubject } from "#domain/core/ports/rate-limits.ts";
import { beforeHeaders } from "../security/security-headers.ts";
import { isForPrograms } from "../security/refuse-request.ts";
import { whenClosed } from "../watching/when-closed.ts";

/** What the present call has counted: the limit that is nearest to its end, and how to take back each count. */
type Told = { nearest: RateLimitState | null; readonly counted: Map<string, () => Promise<void>> };

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
 * Takes back what a call has counted, in whatever limit, when its answer is a fault of ours (5xx): then the caller has to
 * try again. Tells programs with each limited call how much of the limit is left, by RateLimit-Limit, -Remaining and -Reset (in
 * seconds). A call that several limits count tells the one with the least left.
 */
export function tellLimits(): RequestHandler {
  return (req, res, next) => {
    const call: Told = { nearest: null, counted: new Map() };
    whenClosed(res, () => {
      // A count that cannot be taken back stays: the database is away, and the limit ends by itself.
      if (res.statusCode >= 500) for (const takeBack of call.counted.values()) takeBack().catch(() => undefined);
    });
    beforeHeaders(res, () => {
      if (call.nearest === null || !isForPrograms(req.path)) return;
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
      if (answer.allowed) counted(keyOf(name, subject), () => limits.giveBack(name, subject));
      if (TOLD.has(name)) tellLimit(answer.state);
      return answer;
    },
    async reset(name, subject) {
      told.getStore()?.counted.delete(keyOf(name, subject));
      await limits.reset(name, subject);
    },
    async giveBack(name, subject) {
      told.getStore()?.counted.delete(keyOf(name, subject));
      await limits.giveBack(name, subject);
    },
  };
}

/** Something was counted for the present call; `takeBack` is done if its answer is a fault of ours. */
export function counted(what: string, takeBack: () => Promise<void>): void {
  told.getStore()?.counted.set(what, takeBack);
}

function keyOf(name: RateLimitName, { account, address }: RateLimitSubject): string {
  return JSON.stringify([name, account, address]);
}

/** Tells this limit with the answer to the present call, unless another one is nearer to its end. */
export function tellLimit(state: RateLimitState): void {
  const call = told.getStore();
  if (call && (call.nearest === null || state.remaining < call.nearest.remaining)) call.nearest = state;
}
