import type { Response } from "express";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import { refuse, type Refused } from "../call-result.ts";
import { refuseRequest } from "../security/refuse-request.ts";
import { answerTransfer, type SlowTransfers } from "../server/slow-transfers.ts";
import { waitForPlace } from "../server/wait-for-place.ts";

/** Open streams of one user: each holds a database connection. */
export const STREAMS_PER_USER = 6;

/** What is refused for lack of room: `share` if its owner has used up their share, `all` if the whole limit is used up. */
type Full = { readonly share: Refused; readonly all: Refused };

export const DOWNLOADS_FULL: Full = { share: refuse("downloads-of-user-busy"), all: refuse("downloads-busy") };
export const STREAMS_FULL: Full = {
  share: refuse("streams-of-user-busy", { limit: STREAMS_PER_USER }),
  all: refuse("streams-busy"),
};

type Place = {
  readonly limit: ConcurrencyLimit;
  readonly slow: SlowTransfers;
  readonly owner: string;
  /** Aborts when the client has left. */
  readonly left: AbortSignal;
};

/** Sends an answer that holds a place of a limit until it is over. Refuses the request if there is no place soon. */
export async function withPlace(
  res: Response,
  { limit, slow, owner, left }: Place,
  full: Full,
  send: () => Promise<void>,
): Promise<void> {
  const release = await waitForPlace(limit, slow, owner, left);
  if (!release) {
    const { used, limit: most } = limit.use();
    return refuseRequest(res.req, res, used < most ? full.share : full.all);
  }
  const over = slow.watch(answerTransfer(res, release));
  try {
    await send();
  } finally {
    over();
    release();
  }
}
