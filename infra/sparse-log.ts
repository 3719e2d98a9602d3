import type { Log, LogFields } from "./logger.ts";

const EVERY_MS = 1000;
/** Different lines that are told apart; more than these are rare, and the oldest may then come again early. */
const MOST_KEYS = 500;

/**
 * The same log, in which one complaint is written at most once a second: what an engine that is away makes every request and every
 * loop say. Two lines are the same complaint when message, error and named thing are the same. The next line that is
 * written carries in `count` how many it stands for. `info` and `debug` pass as they are.
 */
export function sparseLog(log: Log, now: () => number = () => performance.now()): Log {
  return wrap(log, new Map(), now, "");
}

type Said = { at: number; unsaid: number };

function wrap(log: Log, said: Map<string, Said>, now: () => number, bound: string): Log {
  const sparsely = (level: "error" | "warn") => (fields: LogFields, message: string) => {
    const key = `${level}|${bound}|${message}|${fields.model ?? fields.name ?? ""}|${causeOf(fields.err)}`;
    const last = said.get(key);
    if (last && now() - last.at < EVERY_MS) {
      last.unsaid += 1;
      return;
    }
    said.delete(key);
    said.set(key, { at: now(), unsaid: 0 });
    if (said.size > MOST_KEYS) said.delete(said.keys().next().value!);
    log[level](last && last.unsaid > 0 ? { ...fields, count: last.unsaid + 1 } : fields, message);
  };
  return {
    error: sparsely("error"),
    warn: sparsely("warn"),
    info: log.info,
    debug: log.debug,
    with: (fields) => wrap(log.with(fields), said, now, `${bound}${fields.model ?? fields.name ?? ""}`),
    flush: log.flush,
  };
}

/** The code of an error of a driver says the cause; its message may hold a port or a time that differs each time. */
function causeOf(err: unknown): string {
  if (!(err instanceof Error)) return err === undefined ? "" : String(err);
  const { code } = err as NodeJS.ErrnoException;
  return typeof code === "string" ? code : err.message;
}
