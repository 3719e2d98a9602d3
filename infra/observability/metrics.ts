import { collectDefaultMetrics, Registry } from "prom-client";
import { addEventLoopDelay } from "./event-loop-delay.ts";
import { addInstallationMetrics, type InstallationFigures } from "./installation-metrics.ts";
import { addProcessMetrics, type ProcessFigures } from "./process-metrics.ts";
import { addRequestMetrics } from "./request-metrics.ts";

export type Figures = ProcessFigures & InstallationFigures;

/**
 * Metrics for Prometheus: of this process, and of the whole installation, which are the same in every process. All are
 * read at each scrape; those who scrape at the same moment share one. `onFault` is told of a source that failed: its
 * metrics are absent.
 */
export function createMetrics(figures: Figures, onFault: (error: unknown, metric: string) => void = () => undefined) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addEventLoopDelay(registry);
  const watchRequest = addRequestMetrics(registry);
  addProcessMetrics(registry, figures, onFault);
  const scrape = addInstallationMetrics(registry, figures, onFault);
  let reading: Promise<string> | null = null;
  return {
    watchRequest,
    async read() {
      if (reading === null) {
        scrape.begin();
        reading = registry.metrics().finally(() => (reading = null));
      }
      return { contentType: registry.contentType, text: await reading };
    },
  };
}
