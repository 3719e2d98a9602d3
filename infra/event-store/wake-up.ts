import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../observability/logger.ts";

/** Tells early that something may have happened. Whoever waits must look for itself: a wake-up can be lost or come for nothing. */
export type WakeUp = {
  /** Resolves at the next notification, after `ms` or at the abort of the signal, whichever is first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  stop(): Promise<void>;
};

/** Listens on a channel of Postgres over a connection of its own, and connects again whenever that is lost. */
export function listenTo(pool: pg.Pool, channel: string, log: Pick<Log, "warn">): WakeUp {
  const waiters = new Set<() => void>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  const wakeAll = (): void => {
    for (const wake of [...waiters]) wake();
  };

  const listen = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // pool.options is the very object that the pool makes its own clients from, password included.
      const current = new ((pool.options.Client ?? pg.Client) as typeof pg.Client)(pool.options);
      const lost = new Promise<void>((resolve) => {
        current.once("end", resolve);
        current.on("error", (error) => {
          if (!stopping.signal.aborted)
            log.warn({ name: channel, err: error }, "Connection for notifications lost; connecting again");
          resolve();
        });
      });
      client = current;
      try {
        await current.connect();
        current.on("notification", wakeAll);
        await current.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
        wakeAll();
        await lost;
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ name: channel, err: error }, "Cannot listen for notifications; trying again");
      }
      await current.end().catch(() => undefined);
      await pause(1000, stopping.signal);
    }
  };
  const listening = listen();

  return {
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiters.add(done);
        signal?.addEventListener("abort", done);
        if (signal?.aborted || stopping.signal.aborted) done();
      }),
    async stop() {
      stopping.abort();
      wakeAll();
      await client?.end().catch(() => undefined);
      await listening;
    },
  };
}

/** Sleeps for `ms`, or less when the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
