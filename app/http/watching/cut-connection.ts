import type { Socket } from "node:net";

const cut = new WeakSet<Socket>();

/** Ends a connection from our side: the answer on it was cut by us, its client has not left. */
export function cutConnection(socket: Socket): void {
  if (!socket.destroyed) cut.add(socket);
  socket.destroy();
}

export function wasCut(socket: Socket): boolean {
  return cut.has(socket);
}
