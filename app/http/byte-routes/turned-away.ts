import type { Refused } from "../call-result.ts";
import type { Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { sendRefusal } from "../security/refuse-request.ts";

/**
 * Refuses a request for which a limit has no room: `share` if its owner has used up their share, `all` if the whole
 * limit is used up.
 */
export function turnAway(res: Response, limit: ConcurrencyLimit, share: Refused, all: Refused): void {
  const { used, limit: most } = limit.use();
  sendRefusal(res, used < most ? share : all);
}
