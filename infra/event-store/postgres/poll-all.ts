import { setTimeout as sleep } from "node:timers/promises";
import type { Position, RecordedEvent, Subscription } from "#domain/core/event-store.ts";
import type { Log } from "../../observability/logger.ts";
import type { Channel } from "../../postgres/notifications.ts";

const POLL_INTERVAL_MS = 1000;
const MAX_RETRY_DELAY_MS = 5000;

/**
 * A subscription made of reads: the next batch is read while one is handled. The log is read every second in any case;
 * the wake-up only makes it faster. Failed reads are retried for ever, with growing delays; a batch that cannot be
 * handled ends the subscription.
 */
export function pollAll(options: {
  from: Position | null;
  handle(events: readonly RecordedEvent[]): Promise<void>;
  /** `isEnd`: the log had no more events. */
  readBatch(position: Position | null): Promise<{ readonly events: RecordedEvent[]; readonly isEnd: boolean }>;
  wakeUp: Channel;
  log: Pick<Log, "warn">;
}): Subscription {
  const { handle, readBatch, wakeUp, log } = options;
  const stopping = new AbortController();

  const run = async (): Promise<void> => {
    let at = options.from;
    let failures = 0;
    /** The batch after the one that is handled. */
    let ahead: ReturnType<typeof readBatch> | null = null;
    while (!stopping.signal.aborted) {
      // Waiting starts before the read, so that an event between the two need not wait for the next poll.
      const woken = new AbortController();
      const signal = AbortSignal.any([stopping.signal, woken.signal]);
      const news = wakeUp.wait(POLL_INTERVAL_MS, signal);
      const wasAhead = ahead !== null;
      let batch: Awaited<ReturnType<typeof readBatch>>;
      try {
        batch = await (ahead ?? readBatch(at));
        ahead = null;
        failures = 0;
      } catch (error) {
        ahead = null;
        woken.abort();
        failures += 1;
        log.warn({ err: error, attempt: failures }, "The log cannot be read; trying again");
        await pauseAfter(failures, stopping.signal);
        continue;
      }
      const { events, isEnd } = batch;
      const last = events.at(-1);
      if (!last) {
        if (wasAhead) woken.abort();
        await news;
        continue;
      }
      if (stopping.signal.aborted) return;
      if (!isEnd) ahead = awaitedLater(readBatch(last.position));
      try {
        await handle(events);
        at = last.position;
        // What has come since the read wakes; since a read ahead, only the next read tells.
        if (isEnd && !wasAhead) await news;
      } finally {
        woken.abort();
      }
    }
  };

  const finished = run();
  // The owner of the subscription gets the rejection through `finished`; without an owner it must not end the process.
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished.catch(() => undefined);
    },
  };
}

async function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(100 * 2 ** failures, MAX_RETRY_DELAY_MS), undefined, { signal }).catch(() => undefined);
}

/** Its fault is no unhandled one meanwhile. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
