import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { EventStore, RecordedEvent } from "#domain/core/event-store.ts";
import type { ReadModels } from "#domain/core/ports/ports.ts";
import type { ExclusiveWork, Jobs } from "#domain/core/ports/work-ports.ts";
import {
  isTold,
  messageOf,
  type ShownOutputs,
  shownOutputs,
  type WebhookMessage,
} from "#domain/use-cases/webhooks/message-of.ts";
import { startLeading } from "../leading.ts";

const BATCH = 500;
const BATCH_BYTES = 4_000_000;

export type QueueWebhooksPorts = {
  readonly store: Pick<EventStore, "subscribeToAll" | "head">;
  readonly decode: (events: readonly RecordedEvent[]) => Promise<LoggedEvent[]>;
  readonly readModels: Pick<ReadModels, "reached">;
  readonly exclusive: ExclusiveWork;
  readonly jobs: Jobs;
  readonly queue: {
    position(start: string): Promise<string>;
    changedColumns(positions: readonly string[]): Promise<readonly WebhookMessage[]>;
    outputVersions(shown: ShownOutputs): Promise<readonly WebhookMessage[]>;
    advance(messages: readonly WebhookMessage[], from: string, to: string): Promise<"moved" | number>;
  };
  readonly log: { warn(facts: object, message: string): void };
};

/**
 * Follows the log and queues what webhooks are told, each event once. It waits for the read models, which say who may
 * hear of what, and never holds them up. One process does it at a time. The first start begins at the end of the log.
 */
export function startQueueingWebhooks(ports: QueueWebhooksPorts): { stop(): Promise<void> } {
  return startLeading({
    exclusive: ports.exclusive,
    name: "webhooks",
    lead: (signal, worked) => follow(ports, signal, worked),
    failed: (err, attempt) => ports.log.warn({ err, attempt }, "Webhooks wait; trying again"),
  });
}

async function follow(ports: QueueWebhooksPorts, signal: AbortSignal, worked: () => void): Promise<void> {
  const { store, decode, queue, readModels, jobs } = ports;
  let position = await queue.position((await store.head()) ?? "");
  const following = store.subscribeToAll({
    from: position || null,
    batchSize: BATCH,
    batchBytes: BATCH_BYTES,
    async handle(recorded) {
      const end = recorded.at(-1)!.position;
      const events = (await decode(recorded.filter(isTold))) as readonly LoggedEvent[];
      if (events.length > 0 && !(await readModels.reached(end))) throw new Error("The read models are behind");
      const changed = await queue.changedColumns(events.map((event) => event.position));
      const versions = await queue.outputVersions(shownOutputs(events));
      const messages = [...events.flatMap((event) => messageOf(event) ?? []), ...versions, ...changed];
      const queued = await queue.advance(messages, position, end);
      if (queued === "moved") throw new Error("Another process queues webhooks");
      position = end;
      worked();
      if (queued > 0) await jobs.wake("send-webhooks", "");
    },
  });
  const stop = () => void following.stop();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    await following.finished;
  } finally {
    signal.removeEventListener("abort", stop);
    await following.stop();
  }
}
