import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { enterOrReplace, type SlowTransfers } from "./slow-transfers.ts";

/** How long a stream or download waits for a place, as a preview does: Excel and Power BI do not try again. */
export const PLACE_WAIT_MS = 3_000;
const LOOK_EVERY_MS = 250;

/** What may wait for a place of streams or downloads: enough for a burst, and little of it of one owner. */
export const QUEUE_FOR_PLACES = { queue: 200, queuePerOwner: 6 };

/**
 * Takes a place for an owner, and waits for it up to `PLACE_WAIT_MS` if others have all of them; slow transfers are cut meanwhile. Null: there
 * is no place, or the owner has used up their share, for which nobody waits. `left` aborts the wait.
 */
export async function waitForPlace(
  limit: ConcurrencyLimit,
  slow: SlowTransfers,
  owner: string,
  left: AbortSignal,
): Promise<(() => void) | null> {
  while (limit.lacks(owner) === "all" && slow.cutSlowest());
  if (limit.lacks(owner) !== "all") return enterOrReplace(limit, slow, owner);
  const looking = setInterval(() => slow.cutSlowest(), LOOK_EVERY_MS);
  try {
    return await limit.enter(owner, AbortSignal.any([left, AbortSignal.timeout(PLACE_WAIT_MS)]));
  } finally {
    clearInterval(looking);
  }
}
