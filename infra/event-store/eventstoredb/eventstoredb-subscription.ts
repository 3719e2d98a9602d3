import { setTimeout as sleep } from "node:timers/promises";
import type { Position, RecordedEvent, Subscription } from "#domain/core/event-store.ts";
import type { Log } from "../../observability/logger.ts";
import { normalised } from "./eventstoredb-record.ts";
import type { LogClient } from "./log-client.ts";
import { connectToLog } from "./log-connection.ts";

/** A new connection costs little, and commands wait for the follower as soon as the server is back. */
const MAX_RETRY_DELAY_MS = 500;

/**
 * Catch-up subscription to $all, filtered by the server. Events are taken from the connection's buffer in batches, no
 * faster than they are handled. When the connection ends, another begins after the last handled event.
 */
export function subscribeToLog(
  client: Pick<LogClient, "current">,
  options: { from: Position | null; batchSize: number; handle(events: readonly RecordedEvent[]): Promise<void> },
  log: Pick<Log, "warn">,
): Subscription {
  const stopping = new AbortController();
  let at = options.from === null ? null : normalised(options.from);

  const run = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;) {
      const connection = connectToLog(client.current(), at, options.batchSize, stopping.signal);
      try {
        for (;;) {
          const batch = await connection.next(options.batchSize);
          if (batch === "stopped") return;
          // After a failover a node may resend what was already handled.
          const events = batch.filter(({ position }) => at === null || position > at);
          const last = events.at(-1);
          if (!last) continue;
          await handled(options.handle(events));
          at = last.position;
          failures = 0;
        }
      } catch (error) {
        if (error instanceof HandlerError) throw error.cause;
        at = connection.checkpoint() ?? at;
        failures += 1;
        log.warn({ err: error, attempt: failures }, "The subscription to EventStoreDB ended; subscribing again");
      } finally {
        await connection.close();
      }
      await sleep(Math.min(100 * 2 ** failures, MAX_RETRY_DELAY_MS), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  };

  const finished = run();
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished.catch(() => undefined);
    },
  };
}

/** A batch could not be handled, which ends the subscription; a broken connection does not. */
class HandlerError extends Error {}

async function handled(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new HandlerError("A batch could not be handled", { cause: error });
  }
}
