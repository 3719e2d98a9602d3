import type { ReadModels } from "#domain/core/ports/ports.ts";
import type { Jobs } from "#domain/core/ports/work-ports.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { startQueueingWebhooks } from "#runners/webhooks/queue-webhooks.ts";

/** Queues what webhooks are told, if this process follows the log. */
export function startWebhookQueue(
  infra: InfraPlatform,
  jobs: Jobs,
  readModels: Pick<ReadModels, "reached">,
): { stop(): Promise<void> } {
  const { config, store, eventLog, exclusive, log, webhookQueue: queue } = infra;
  if (config.role !== "all" && config.role !== "follower") return { stop: async () => undefined };
  return startQueueingWebhooks({ store, decode: eventLog.decode, readModels, exclusive, jobs, queue, log });
}
