import type { Socket } from "node:net";

export type Bytes = { readonly received: number; readonly sent: number };

const counted = new WeakMap<Socket, Bytes>();

/**
 * Counts the bytes of one request on a connection that has others before and after it, with heads and headers. The
 * result gives those so far; `end` says that the next request begins here.
 */
export function countBytes(socket: Socket): { soFar(): Bytes; end(): Bytes } {
  const before = counted.get(socket) ?? { received: 0, sent: 0 };
  const now = (): Bytes => ({
    received: socket.bytesRead,
    // What nobody took any more was not sent.
    sent: socket.bytesWritten - socket.writableLength,
  });
  const soFar = (): Bytes => {
    const { received, sent } = now();
    return { received: received - before.received, sent: Math.max(0, sent - before.sent) };
  };
  return {
    soFar,
    end() {
      const found = soFar();
      counted.set(socket, now());
      return found;
    },
  };
}
