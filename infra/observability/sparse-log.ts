import type { Log, LogFields } from "./logger.ts";

const EVERY_MS = 1000;
/** Different complaints that are told apart; more than these are rare, and the oldest may then come again early. */
const MOST_COMPLAINTS = 500;

/** What makes two warnings or errors the same complaint; null: the line is written in any case. */
export type ComplaintOf = (fields: LogFields, message: string) => string | null;

/**
 * The same log, in which one complaint is written at most once a second, such as what an engine that is away makes every loop say.
 * The next line that is written says in `count` how many lines it is written for. Unless told, two lines are the same complaint when
 * level, message, error and named thing are the same. `info` and `debug` pass as they are.
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

/** How many lines were held back since the last one of this complaint; null when this one is held back too. */
function pass({ said, now }: Sieve, complaint: string): number | null {
  const last = said.get(complaint);
  if (last && now() - last.at < EVERY_MS) {
    last.unsaid += 1;
    return null;
  }
  said.delete(complaint);
  said.set(complaint, { at: now(), unsaid: 0 });
  if (said.size > MOST_COMPLAINTS) said.delete(said.keys().next().value!);
  return last?.unsaid ?? 0;
}

function sameWords(fields: LogFields, message: string): string {
  return `${message}|${fields.model ?? fields.name ?? ""}|${causeOf(fields.err)}`;
}

/** The code of an error of a driver says the cause; its message may hold a port or a time that differs each time. */
function causeOf(err: unknown): string {
  if (!(err instanceof Error)) return err === undefined ? "" : String(err);
  const { code } = err as NodeJS.ErrnoException;
  return typeof code === "string" ? code : err.message;
}
