/** `busy`: the database answers, but has no connection or time for this. `away`: it does not answer. */
export type Unavailable = "busy" | "away";

/** From pg-pool: no connection was returned in time. */
const POOL_EXHAUSTED = "timeout exceeded when trying to connect";
/** From pg and `DatabaseClient`: the connection broke, could not be made, or was silent for too long. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout|timeout expired$|The database did not answer)/;
/** Too many connections, out of memory or disk slots, a lock or a statement that took too long, a deadlock. */
const BUSY_STATES = /^(53[03]00|53200|55P03|57014|40P01)$/;
/** Connection faults; the server shuts down, starts, or accepts no connections. */
const AWAY_STATES = /^(08...|57P0[1-5]|55000)$/;
const SOCKET_FAULTS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOTFOUND",
]);

/**
 * Whether a query failed because the database cannot serve it now, so that retrying later is right (503 with
 * Retry-After). Null for any other error. Checks causes too.
 */
export function unavailableBecause(error: unknown): Unavailable | null {
  for (let depth = 0; depth < 5 && error instanceof Error; depth += 1, error = error.cause) {
    const found = judge(error);
    if (found !== null) return found;
  }
  return null;
}

function judge(error: Error): Unavailable | null {
  if (error.message === POOL_EXHAUSTED) return "busy";
  if (CONNECTION_LOST.test(error.message)) return "away";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  // `severity` is set by the server itself; other faults with such codes are not the database's.
  if ("severity" in error) return BUSY_STATES.test(code) ? "busy" : AWAY_STATES.test(code) ? "away" : null;
  const connecting = "syscall" in error && error.syscall === "connect";
  // This process, or its machine, has no descriptor left for another connection.
  if (connecting && (code === "EMFILE" || code === "ENFILE")) return "busy";
  return SOCKET_FAULTS.has(code) || (connecting && code === "ENOENT") ? "away" : null;
}
