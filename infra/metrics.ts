import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Figures for Prometheus. `lags` is asked at each scrape: events that each read model has still to apply. */
export function createMetrics(lags: () => Promise<ReadonlyMap<string, number>>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_seconds",
    help: "Time from the first byte of a request to the end of its answer",
    labelNames: ["method", "status"],
    buckets: [0.01, 0.05, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  new Gauge({
    name: "tributary_read_model_lag_events",
    help: "Events of the log that a read model has not applied yet",
    labelNames: ["model"],
    registers: [registry],
    async collect() {
      for (const [model, lag] of await lags()) this.set({ model }, lag);
    },
  });
  return {
    observeRequest(line: { readonly method: string; readonly status: number; readonly ms: number }): void {
      requests.observe({ method: line.method, status: String(line.status) }, line.ms / 1_000);
    },
    async read() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
