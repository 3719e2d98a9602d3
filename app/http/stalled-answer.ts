import type { Response } from "express";

/**
 * Cuts an answer whose client takes nothing of it for `stallMs` while there is something to send. Call what comes back when the
 * answer is over.
 */
export function cutWhenStalled(res: Response, stallMs: number): () => void {
  let taken = takenOf(res);
  let since = Date.now();
  const timer = setInterval(() => {
    const now = takenOf(res);
    if (now !== taken || res.writableLength === 0) [taken, since] = [now, Date.now()];
    else if (Date.now() - since >= stallMs) res.destroy();
  }, stallMs / 6);
  timer.unref();
  return () => clearInterval(timer);
}

/** Bytes that the connection has passed on. */
function takenOf({ socket }: Response): number {
  return socket ? socket.bytesWritten - socket.writableLength : 0;
}
