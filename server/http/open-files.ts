import { readFileSync } from "node:fs";
import { CONNECTIONS } from "./http-server.ts";

/** What a process opens besides connections of clients and of the database: its own files, uploads, calls to the outside. */
const OTHER_FILES = 150;
/** However few files it may open. */
const LEAST = 40;
/** Named to the operator: room for all connections, and for what is not foreseen. */
const RECOMMENDED = 16_384;

export type ConnectionLimits = {
  readonly limit: number;
  readonly perAddress: number;
  /** For the operator, if there is not room for as many connections as usual. */
  readonly warning: string | null;
};

/**
 * How many connections of clients fit into the files that this process may open: with more of them it could accept none,
 * and open no file of its own. `openFiles`: null where the system does not say.
 */
export function connectionLimits(openFiles: number | null, databaseConnections: number): ConnectionLimits {
  const room = (openFiles ?? Infinity) - databaseConnections - OTHER_FILES;
  if (room >= CONNECTIONS.limit) return { ...CONNECTIONS, warning: null };
  const limit = Math.max(LEAST, room);
  return {
    limit,
    perAddress: Math.ceil((limit * CONNECTIONS.perAddress) / CONNECTIONS.limit),
    warning: `This process may open ${openFiles} files, so it takes ${limit} connections at a time and not ${CONNECTIONS.limit}. Raise the limit to ${RECOMMENDED} (ulimit -n, LimitNOFILE in a systemd unit, ulimits in a compose file)`,
  };
}

/** How many files this process may open. Node.js has raised it as far as the system lets it. */
export function mayOpenFiles(): number | null {
  try {
    const [, files] = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return files === undefined ? null : Number(files);
  } catch {
    return null;
  }
}
