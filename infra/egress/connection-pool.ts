import { closeConnection, type HttpConnection } from "./exchange.ts";

/** Open connections that wait for the next request of the one session they belong to. */
export type ConnectionPool = {
  /** An open connection to this origin that is not in use, or undefined. */
  take(origin: string): HttpConnection | undefined;
  give(origin: string, connection: HttpConnection): void;
  /** Closes the connections that wait and those that are given from now on. */
  close(): void;
};

/** The open connections of one session. */
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
