import type { Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";

/** Answers a request for which a limit has no room: 429 when its owner has used up the share, 503 when everybody together has. */
export function turnAway(res: Response, limit: ConcurrencyLimit, share: string, all: string): void {
  const { used, limit: most } = limit.use();
  if (used < most) res.set("Retry-After", "5").status(429).json({ error: share });
  else res.set("Retry-After", "10").status(503).json({ error: all });
}
