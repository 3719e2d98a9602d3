import { closeConnection, type HttpConnection } from "./exchange.ts";

/** Idle connections of one session, for its next requests. */
export type ConnectionPool = {
  /** An idle connection to this origin, or undefined. */
  take(origin: string): HttpConnection | undefined;
  give(origin: string, connection: HttpConnection): void;
  /** Closes the idle connections and those that are returned from now on. */
  close(): void;
};

/** Makes the connection pool of one session. */
export function createConnectionPool(): ConnectionPool {
  const waiting = new Map<string, HttpConnection[]>();
  let open = true;
  return {
    take(origin) {
      const connections = waiting.get(origin) ?? [];
      for (let http = connections.pop(); http; http = connections.pop()) {
        if (!http.connection.socket.destroyed) return http;
        closeConnection(http);
      }
      return undefined;
    },
    give(origin, http) {
      if (!open) return closeConnection(http);
      waiting.set(origin, [...(waiting.get(origin) ?? []), http]);
    },
    close() {
      open = false;
      for (const http of [...waiting.values()].flat()) closeConnection(http);
      waiting.clear();
    },
  };
}
