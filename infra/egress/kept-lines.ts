import { cutLine, type Line } from "./exchange.ts";

/** Connections that wait for the next request of the one session they belong to. */
export type KeptLines = {
  /** A line to this origin that stands and that nobody uses, or undefined. */
  take(origin: string): Line | undefined;
  give(origin: string, line: Line): void;
  /** Cuts what waits and what is given from now on. */
  close(): void;
};

/** The open connections of one session. */
export function keptLines(): KeptLines {
  const waiting = new Map<string, Line[]>();
  let open = true;
  return {
    take(origin) {
      const lines = waiting.get(origin) ?? [];
      for (let line = lines.pop(); line; line = lines.pop()) {
        if (!line.connection.socket.destroyed) return line;
        cutLine(line);
      }
      return undefined;
    },
    give(origin, line) {
      if (!open) return cutLine(line);
      waiting.set(origin, [...(waiting.get(origin) ?? []), line]);
    },
    close() {
      open = false;
      for (const line of [...waiting.values()].flat()) cutLine(line);
      waiting.clear();
    },
  };
}
