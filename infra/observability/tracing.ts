import {
  type Attributes,
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { Secret } from "#domain/core/text/secret.ts";
import { cutText } from "#domain/core/text/text.ts";

/** What a span is about. `parent`: the `traceparent` (W3C Trace Context) of what asked for it; absent: the present span. */
export type SpanFacts = {
  readonly name: string;
  readonly kind: "server" | "client" | "consumer";
  readonly attributes?: Attributes;
  readonly parent?: string | undefined;
};

/** A span that goes on. */
export type OpenSpan = {
  /** Does work in it: spans that begin meanwhile are its children. */
  within<T>(work: () => T): T;
  /** `failed`: what kind of error ended it, never its message, which may hold data. */
  end(attributes?: Attributes, failed?: string | null): void;
};

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const OFF: OpenSpan = { within: (work) => work(), end: () => undefined };
/** Faults of the collector are said this often at most. */
const SAY_EVERY_MS = 60_000;
/** How long a stop waits for the last spans to be sent. */
const FLUSH_MS = 2_000;

const tracer = trace.getTracer("tributary");
let isOn = false;

/** Begins a span; asks for nothing, and does nothing, unless traces are sent (`startTracing`). */
export function beginSpan(describe: () => SpanFacts): OpenSpan {
  if (!isOn) return OFF;
  const { name, kind, attributes = {}, parent } = describe();
  const above = parent === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, above);
  return {
    within: (work) => context.with(trace.setSpan(above, span), work),
    end(more = {}, failed = null) {
      span.setAttributes(more);
      if (failed !== null) {
        span.setAttribute("error.type", failed);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** What an error is, for `end`: its code or its name. */
export function errorType(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === "string" ? code : typeof name === "string" ? name : "Error";
}

/** A span that is over: it began `ms` ago. */
export function recordSpan(ms: number, { name, kind, attributes = {} }: Omit<SpanFacts, "parent">): void {
  if (!isOn) return;
  const startTime = new Date().getTime() - ms;
  tracer.startSpan(name, { kind: KINDS[kind], attributes, startTime }).end();
}

/** The `traceparent` of the present span, for work that is done later or elsewhere; undefined: there is none. */
export function traceParent(): string | undefined {
  if (!isOn) return undefined;
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** The trace that the present work belongs to, for lines of the log. */
export function traceInScope(): string | undefined {
  return isOn ? trace.getSpanContext(context.active())?.traceId : undefined;
}

export type TracingOptions = {
  /** Of the collector; undefined: no traces. */
  readonly url: Secret | undefined;
  /** Which part of the traces that begin here is sent, from 0 to 1; those that begin elsewhere are sent as their parent is. */
  readonly share: number;
  readonly service: string;
  readonly version: string;
  readonly role: string;
};

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, in batches and beside the work: what a collector does not
 * take in time is dropped. The exporter reads OTEL_EXPORTER_OTLP_HEADERS itself. Returns how to end,
 * which waits a moment for the last spans. Without an address nothing is loaded.
 */
export async function startTracing(
  { url, share, service, version, role }: TracingOptions,
  log: { warn(fields: { readonly reason: string }, message: string): void },
): Promise<() => Promise<void>> {
  if (url === undefined) return async () => undefined;
  const { createProvider } = await import("./trace-provider.ts");
  let saidAt = -Infinity;
  const say = (reason: string): void => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    log.warn({ reason: cutText(reason, 300) }, "Traces cannot be sent");
  };
  diag.setLogger(
    { error: say, warn: say, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    DiagLogLevel.WARN,
  );
  const provider = createProvider(`${url.reveal().replace(/\/$/, "")}/v1/traces`, {
    share,
    resource: { "service.name": service, "service.version": version, "tributary.role": role },
  });
  isOn = true;
  return async () => {
    isOn = false;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, FLUSH_MS);
    await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
    clearTimeout(timer);
  };
}
