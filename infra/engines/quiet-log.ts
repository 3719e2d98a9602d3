import type { Log, LogFields } from "../logger.ts";
import { engineOf } from "./engine-unavailable.ts";

const EVERY_MS = 1_000;

/**
 * The same log, with one line a second at most, however many callers complain, whose error only says that an engine could not
 * serve: one outage fails every request, job and follower. `watchEngines` says what is away, on the log beneath.
 */
export function quietLog(log: Log, everyMs = EVERY_MS): Log {
  let last = -Infinity;
  const passes = ({ err }: LogFields): boolean => {
    if (err === undefined || engineOf(err) === null) return true;
    const now = performance.now();
    if (now - last < everyMs) return false;
    last = now;
    return true;
  };
  const wrap = (inner: Log): Log => {
    const line = (level: "error" | "warn" | "info" | "debug") => (fields: LogFields, message: string) => {
      if (passes(fields)) inner[level](fields, message);
    };
    return { error: line("error"), warn: line("warn"), info: line("info"), debug: line("debug"), with: (fields) => wrap(inner.with(fields)), flush: () => inner.flush() };
  };
  return wrap(log);
}
