import type { Socket } from "node:net";
import { cutConnection } from "../../app/http/watching/cut-connection.ts";

/** An answer written in one piece shows no progress until all of it is read, so each such piece gets more time. */
const PIECE_BYTES = 500_000;

/**
 * Closes connections whose clients read nothing for `unreadMs` although there is something to read. `watch` monitors
 * one until it is closed.
 */
export function unreadAnswers(unreadMs: number): { watch(socket: Socket): void } {
  const watched = new Map<Socket, { bytesTaken: number; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  const check = (): void => {
    const now = performance.now();
    for (const [socket, last] of watched) {
      const pendingBytes = socket.writableLength;
      const bytesTaken = socket.bytesWritten - pendingBytes;
      if (pendingBytes === 0 || bytesTaken !== last.bytesTaken) watched.set(socket, { bytesTaken, since: now });
      else if (now - last.since >= unreadMs * (1 + Math.floor(pendingBytes / PIECE_BYTES))) cutConnection(socket);
    }
  };
  return {
    watch(socket) {
      if (watched.size === 0) timer = setInterval(check, unreadMs / 6).unref();
      watched.set(socket, { bytesTaken: 0, since: performance.now() });
      socket.once("close", () => {
        watched.delete(socket);
        if (watched.size === 0) clearInterval(timer);
      });
    },
  };
}
