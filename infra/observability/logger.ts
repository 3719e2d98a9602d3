import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { requestInScope } from "./request-scope.ts";
import { traceInScope } from "./tracing.ts";
import { Secret } from "#domain/core/text/secret.ts";

/**
 * Allowed fields of a log line besides time, level and message. All others are dropped, so a new field is a decision.
 */
const ALLOWED = [
  "address",
  "attempt",
  "bytes",
  "command",
  "connector",
  "count",
  "dataset",
  "durationMs",
  "ended",
  "engine",
  "event",
  "host",
  "instance",
  "job",
  "key",
  "method",
  "model",
  "name",
  "origin",
  "path",
  "pid",
  "port",
  "position",
  "reason",
  "received",
  "refusal",
  "requestId",
  "role",
  "route",
  "rows",
  "run",
  "signal",
  "status",
  "stream",
  "table",
  "user",
  "version",
] as const;

/** The fields of a log line: ids, figures and names of ours; never bodies, headers, query strings or settings. */
export type LogFields = {
  readonly [Field in (typeof ALLOWED)[number]]?: string | number | boolean | null | undefined;
} & { readonly err?: unknown };

/** Structured log. `err` accepts anything that was thrown. */
export interface Log {
  error(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  debug(fields: LogFields, message: string): void;
  /** The same log with these fields on every line. */
  with(fields: LogFields): Log;
  /** Writes what is still in memory, before the process ends. */
  flush(): void;
}

/**
 * One JSON object per line on standard output (or `destination`). JSON escapes line breaks and control characters, so
 * no value can forge a line; fields outside the list and `Secret` values never appear, and of an error only name, code,
 * message and stack.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // pino would mistake our description of an error for an error and rewrite it.
    serializers: { err: (described: unknown) => described },
  };
  return wrap(destination === undefined ? pino(options) : pino(options, destination), {});
}

function wrap(logger: Logger, bound: Record<string, unknown>): Log {
  const line = (level: "error" | "warn" | "info" | "debug") => (fields: LogFields, message: string) => {
    if (!logger.isLevelEnabled(level)) return;
    const [requestId, traceId] = [requestInScope(), traceInScope()];
    const scope = { ...(requestId === undefined ? {} : { requestId }), ...(traceId === undefined ? {} : { traceId }) };
    logger[level]({ ...scope, ...bound, ...safe(fields) }, escapeControls(message));
  };
  return {
    error: line("error"),
    warn: line("warn"),
    info: line("info"),
    debug: line("debug"),
    with: (fields) => wrap(logger, { ...bound, ...safe(fields) }),
    flush: () => logger.flush(),
  };
}

function safe(fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const field of ALLOWED) {
    const value: unknown = fields[field];
    if (value === undefined) continue;
    line[field] = typeof value === "string" ? escapeControls(value) : isPlain(value) ? value : "[redacted]";
  }
  if (fields.err !== undefined) line["err"] = describe(fields.err);
  return line;
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "number" || typeof value === "boolean";
}

/** Errors of drivers have queries, rows and requests as further properties: those are not logged. */
function describe(thrown: unknown, depth = 0): Record<string, unknown> {
  if (!(thrown instanceof Error))
    return { message: thrown instanceof Secret ? String(thrown) : escapeControls(String(thrown)) };
  const code = (thrown as NodeJS.ErrnoException).code;
  return {
    name: thrown.name,
    ...(typeof code === "string" ? { code } : {}),
    message: escapeControls(thrown.message),
    stack: escapeControls(thrown.stack ?? ""),
    ...(thrown.cause !== undefined && depth < 3 ? { cause: describe(thrown.cause, depth + 1) } : {}),
  };
}

/** JSON does not escape DEL, C1 controls and Unicode line separators, but terminals act on them. */
function escapeControls(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
