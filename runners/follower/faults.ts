import { cutText } from "#domain/core/text/text.ts";

/**
 * Messages of drivers and pools without a code: a connection broke, could not be made in time, or was silent for too
 * long.
 */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired$|Query read timeout|The [a-z ]+ (did|does) not answer)/;

/**
 * Temporary faults, by SQLSTATE class (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection,
 * transaction rollback, resources, operator intervention, locks, system errors; and broken sockets. Everything else is
 * a fault of an event or of the code that applies it, and would recur on every retry.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (/^(08|40|53|57|58)...$/.test(code) || code === "55P03" || code === "25P03") return true;
  if (/^E[A-Z]{4,}$/.test(code) && "syscall" in error) return true;
  return CONNECTION_LOST.test(error.message) || isTransient(error.cause);
}

/**
 * The reason, for a status page. Messages of the database may contain rows, so of those only the code and our own
 * names.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown fault";
  if (!("severity" in error)) return cutText(error.message, 500);
  const names = ["schema", "table", "column", "constraint"].flatMap((key) => {
    const name: unknown = Reflect.get(error, key);
    return typeof name === "string" ? [`${key} ${name}`] : [];
  });
  return [`database error ${String(Reflect.get(error, "code"))}`, ...names].join(", ");
}
