import type { IncomingMessage } from "node:http";

const MAX_MS = 8_000;
const MAX_BYTES = 1_000_000_000;

/**
 * Reads the rest of a body for nothing, for a bounded time and number of bytes. Many clients look at an answer only when they
 * have sent everything, and a connection that is closed on unread bytes takes the answer with it.
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
    req.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) done();
    });
    for (const event of ["end", "close", "error"] as const) req.once(event, done);
    req.resume();
  });
}
