import { monitorEventLoopDelay } from "node:perf_hooks";
import { Histogram, type Registry } from "prom-client";

const RESOLUTION_MS = 10;
const PERIOD_MS = 1_000;

/**
 * Adds a histogram of how long the event loop was held: the longest delay of each second. Unlike the gauges of
 * prom-client it only grows, so that one reader of the metrics does not take a delay away from another.
 */
export function addEventLoopDelay(registry: Registry): void {
  const delays = new Histogram({
    name: "tributary_event_loop_delay_seconds",
    help: "Longest delay of the event loop in each second since the process started",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
    registers: [registry],
  });
  const measured = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  measured.enable();
  setInterval(() => {
    // A sample includes the wait of the sampling timer itself.
    if (measured.count > 0) delays.observe(Math.max(0, measured.max / 1e6 - RESOLUTION_MS) / 1_000);
    measured.reset();
  }, PERIOD_MS).unref();
}
