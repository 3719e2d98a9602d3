import pg from "pg";

/** Errors of Node on the way to a server. */
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN", "ENOENT"]);
const NETWORK_CALLS = new Set(["connect", "read", "write", "getaddrinfo"]);
/** The server shuts down or starts up (57P01 to 57P05), takes no new connection (53300, 55000), or the connection broke (class 08). */
const STATES = /^(?:57P0[1-5]|53300|08\d{3}|08P01)$/;
/** The driver's own words, which have no code. */
const WORDS = /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|The database has no free connection)/;

/**
 * Whether an error of the Postgres driver means that the database could not be asked: it does not run, is not reached, breaks
 * off, or has no connection left. An error about the statement itself is none of these.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return STATES.test(error.code ?? "") || isClosedDatabase(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && NETWORK.has(code)) return error instanceof AggregateError || NETWORK_CALLS.has(syscall ?? "");
  return WORDS.test(error.message);
}

/** ALTER DATABASE … ALLOW_CONNECTIONS false. */
function isClosedDatabase(error: pg.DatabaseError): boolean {
  return error.code === "55000" && error.message.includes("not currently accepting connections");
}
