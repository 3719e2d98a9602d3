import type { IncomingMessage } from "node:http";

const MAX_MS = 8_000;
const MAX_BYTES = 1_000_000_000;

/**
 * Reads and drops the rest of a body, up to a limit of time and bytes. Many clients read an answer only after they have
 * sent everything, and closing a connection with unread bytes discards the answer.
 */
export function discardRest(req: IncomingMessage): Promise<void> {
  if (req.complete || req.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, MAX_MS);
    // A reader that gave up has paused it, and would again.
    req.removeAllListeners("data").removeAllListeners("readable");
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) done();
    });
    for (const event of ["end", "close", "error"] as const) req.once(event, done);
    req.resume();
  });
}
