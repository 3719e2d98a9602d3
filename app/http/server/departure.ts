import type { Response } from "express";
import { whenClosed } from "../watching/when-closed.ts";

/** Why work was aborted: the client has left. */
export class ClientLeft extends Error {
  constructor() {
    super("The client has left");
  }
}

/** Whether an answer ended because its client has left, or was made to: no fault of ours. */
export function isDeparture(error: unknown): boolean {
  return error instanceof ClientLeft || (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
}

/**
 * Aborts when the client leaves before its answer is complete. Remix' `request.signal` is no substitute: it is a copy
 * that may be collected before it fires.
 */
export function departureOf(res: Response): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!res.writableFinished) gone.abort(new ClientLeft());
  };
  if (res.closed) leave();
  else whenClosed(res, leave);
  return gone.signal;
}
