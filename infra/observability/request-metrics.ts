import { Counter, Histogram, type Registry } from "prom-client";
import { readMetric } from "./read-metric.ts";

type Bytes = { readonly received: number; readonly sent: number };

/** A request whose answer is not over. */
type Open = { readonly kind: string; bytes(): Bytes };

/** A request that is over. */
type Line = {
  readonly method: string;
  readonly route: string;
  readonly kind: string;
  readonly status: number;
  readonly ms: number;
  readonly ended: string;
};

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Metrics of the requests of this process. Routes are patterns, and kinds tell answers that take hours by nature from those that should take
 * milliseconds. Call the result when a request begins, and what it returns when it is over.
 */
export function addRequestMetrics(registry: Registry): (open: Open) => (line: Line) => void {
  const registers = [registry];
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "Time from the first byte of a request to the end of its answer",
    labelNames: ["method", "route", "kind", "status"],
    buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30, 300],
    registers,
  });
  const answers = new Counter({
    name: "tributary_answers_total",
    help: "Answers by how they ended: whole; left by the client; cut by us; failed midway for a fault of ours",
    labelNames: ["kind", "ended"],
    registers,
  });
  const open = new Map<Open, Bytes>();
  const bytes = new Counter({
    name: "tributary_transferred_bytes_total",
    help: "Bytes of requests and answers, also of those that are not over",
    labelNames: ["kind", "direction"],
    registers,
    collect() {
      for (const request of open.keys()) count(request);
    },
  });
  const count = (request: Open): void => {
    const { kind } = request;
    const before = open.get(request)!;
    const now = request.bytes();
    bytes.inc({ kind, direction: "received" }, Math.max(0, now.received - before.received));
    bytes.inc({ kind, direction: "sent" }, Math.max(0, now.sent - before.sent));
    open.set(request, now);
  };
  readMetric(
    registry,
    { name: "tributary_answers_open", help: "Requests that are not answered yet, by kind", labelNames: ["kind"] },
    () =>
      [...Map.groupBy(open.keys(), ({ kind }) => kind)].map(([kind, { length: value }]) => ({
        labels: { kind },
        value,
      })),
  );
  return (request) => {
    open.set(request, { received: 0, sent: 0 });
    return ({ method, route, kind, status, ms, ended }) => {
      count(request);
      open.delete(request);
      const known = METHODS.has(method) ? method : "other";
      seconds.observe({ method: known, route, kind, status: String(status) }, ms / 1_000);
      answers.inc({ kind, ended });
    };
  };
}
