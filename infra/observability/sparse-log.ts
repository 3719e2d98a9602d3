import type { Log, LogFields } from "./logger.ts";

const EVERY_MS = 1000;
/** Number of complaints remembered; more are rare, and the oldest may then be logged again early. */
const MAX_COMPLAINTS = 500;

/** The key that makes two warnings or errors the same complaint; null: always log the line. */
export type ComplaintOf = (fields: LogFields, message: string) => string | null;

/**
 * The same log, but each complaint is logged at most once a second, such as the errors of every loop while an engine is
 * away. `count` on the next line says how many lines it represents. By default two lines are the same complaint if
 * level, message, error and named thing are equal. `info` and `debug` are always logged.
 */
export function sparseLog(
  log: Log,
  complaintOf: ComplaintOf = sameWords,
  now: () => number = () => performance.now(),
): Log {
  return wrap({ complaintOf, now, said: new Map() }, log, {});
}

type Sieve = { readonly complaintOf: ComplaintOf; readonly now: () => number; readonly said: Map<string, Said> };
type Said = { at: number; unsaid: number };

function wrap(sieve: Sieve, log: Log, bound: LogFields): Log {
  const sparsely = (level: "error" | "warn") => (fields: LogFields, message: string) => {
    const complaint = sieve.complaintOf({ ...bound, ...fields }, message);
    if (complaint === null) return log[level](fields, message);
    const unsaid = pass(sieve, `${level}|${complaint}`);
    if (unsaid !== null) log[level](unsaid > 0 ? { ...fields, count: unsaid + 1 } : fields, message);
  };
  return {
    error: sparsely("error"),
    warn: sparsely("warn"),
    info: log.info,
    debug: log.debug,
    with: (fields) => wrap(sieve, log.with(fields), { ...bound, ...fields }),
    flush: log.flush,
  };
}

/** How many lines of this complaint were dropped since the last one; null if this one is dropped too. */
function pass({ said, now }: Sieve, complaint: string): number | null {
  const last = said.get(complaint);
  if (last && now() - last.at < EVERY_MS) {
    last.unsaid += 1;
    return null;
  }
  said.delete(complaint);
  said.set(complaint, { at: now(), unsaid: 0 });
  if (said.size > MAX_COMPLAINTS) said.delete(said.keys().next().value!);
  return last?.unsaid ?? 0;
}

function sameWords(fields: LogFields, message: string): string {
  return `${message}|${fields.model ?? fields.name ?? ""}|${causeOf(fields.err)}`;
}

/** The code of a driver's error identifies the cause; its message may hold a port or a time that differs each time. */
function causeOf(err: unknown): string {
  if (!(err instanceof Error)) return err === undefined ? "" : String(err);
  const { code } = err as NodeJS.ErrnoException;
  return typeof code === "string" ? code : err.message;
}
