import type { Response } from "express";
import type { RequestContext } from "../../platform.ts";
import { whenClosed } from "../watching/when-closed.ts";

/** Who asks now; null: the session or key behind the request has ended. */
export type AskAgain = () => Promise<RequestContext | null>;

type Watch = { readonly askAgain: AskAgain; may: () => Promise<boolean> };

const WATCH = "rightsWatch";

/**
 * Looks at the rights behind an answer every `everyMs` until it is closed, and cuts the connection once they are gone:
 * the client sees that the transfer is incomplete. At first the answer needs its session or key only (`needs`,
 * `needsOnly`). While `pauses` nothing is looked at, and a look that fails decides nothing.
 */
export function watchAnswer(
  res: Response,
  { everyMs, askAgain, pauses }: { readonly everyMs: number; readonly askAgain: AskAgain; pauses(): boolean },
): void {
  const watch: Watch = { askAgain, may: async () => (await askAgain()) !== null };
  res.locals[WATCH] = watch;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || pauses()) return;
    isLooking = true;
    const may = await watch.may().catch(() => true);
    isLooking = false;
    if (!may) res.destroy();
  };
  if (res.closed) return;
  const timer = setInterval(() => void look(), everyMs).unref();
  whenClosed(res, () => clearInterval(timer));
}

/** The answer goes on while `may` is true of who asks now. */
export function needs(res: Response, may: (now: RequestContext) => Promise<boolean>): void {
  const watch = res.locals[WATCH] as Watch;
  watch.may = async () => {
    const now = await watch.askAgain();
    return now !== null && may(now);
  };
}

/** The same for an answer with a credential of its own, which `may` reads: sessions do not count. */
export function needsOnly(res: Response, may: () => Promise<boolean>): void {
  (res.locals[WATCH] as Watch).may = may;
}
