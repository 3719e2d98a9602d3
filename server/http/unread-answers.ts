import type { Socket } from "node:net";

/** An answer that was handed over in one piece shows no progress until all of it is taken, so that each such piece gets more time. */
const PIECE_BYTES = 500_000;

/** Cuts connections whose clients take nothing of what was sent to them for `unreadMs`. `watch` looks at one until it is closed. */
export function unreadAnswers(unreadMs: number): { watch(socket: Socket): void } {
  const seen = new Map<Socket, { taken: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = performance.now();
    for (const [socket, last] of seen) {
      const pending = socket.writableLength;
      const taken = socket.bytesWritten - pending;
      if (pending === 0 || taken !== last.taken) seen.set(socket, { taken, since: now });
      else if (now - last.since >= unreadMs * (1 + Math.floor(pending / PIECE_BYTES))) socket.destroy();
    }
  };
  return {
    watch(socket) {
      if (seen.size === 0) timer = setInterval(look, unreadMs / 6).unref();
      seen.set(socket, { taken: 0, since: performance.now() });
      socket.once("close", () => {
        seen.delete(socket);
        if (seen.size === 0) clearInterval(timer);
      });
    },
  };
}
