import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../observability/logger.ts";

/**
 * An early hint that something may have happened. A waiter must check for itself: a notification can be lost or
 * needless.
 */
export type Channel = {
  /** Resolves at the next notification, after `ms` or when the signal aborts, whichever is first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** The text of the newest notification; null if none has come since the connection was made. */
  newest(): string | null;
  /**
   * Calls `heard` with the text of each notification, and with null whenever the connection is made or lost: some may
   * have been missed then. The returned function ends that.
   */
  each(heard: (text: string | null) => void): () => void;
};

export type Notifications = {
  on(channel: string): Channel;
  stop(): Promise<void>;
};

const RECONNECT_DELAY_MS = 1_000;

/**
 * Listens on channels of Postgres, all over one connection, and reconnects when that is lost. The connection is opened
 * with the first channel.
 */
export function openNotifications(pool: pg.Pool, log: Pick<Log, "warn">): Notifications {
  const channels = new Map<string, Waiters>();
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener("abort", () => resolve()));
  let listeningClient: pg.Client | undefined;
  let connecting: Promise<void> | undefined;

  const warn = (err: unknown, message: string): void => {
    if (!stopping.signal.aborted) log.warn({ name: [...channels.keys()].join(", "), err }, message);
  };
  const stayConnected = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // pool.options is the object from which the pool makes its own clients, password included.
      const current = new ((pool.options.Client ?? pg.Client) as typeof pg.Client)(pool.options);
      const lost = lossOf(current, (error) => warn(error, "Connection for notifications lost; connecting again"));
      const listen = async (): Promise<true> => {
        await current.connect();
        current.on("notification", ({ channel, payload }) => channels.get(channel)?.hear(payload ?? ""));
        for (const channel of channels.keys()) await current.query(listenOn(channel));
        return true;
      };
      let listens = false;
      try {
        // A client that is ended while it connects neither connects nor fails.
        listens = await Promise.race([listen(), stopped.then(() => false)]);
        if (!listens) break;
        listeningClient = current;
        for (const waiters of channels.values()) waiters.hear(null);
        await Promise.race([lost, stopped]);
      } catch (error) {
        warn(error, "Cannot listen for notifications; trying again");
      } finally {
        listeningClient = undefined;
        for (const waiters of channels.values()) waiters.hear(null);
        const ended = current.end().catch(() => undefined);
        if (listens) await ended;
      }
      await sleep(RECONNECT_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    on(channel) {
      const waiters = channels.get(channel) ?? createWaiters(stopping.signal);
      channels.set(channel, waiters);
      connecting ??= stayConnected();
      // A connection that breaks meanwhile is replaced by one that listens on all channels.
      listeningClient?.query(listenOn(channel)).then(
        () => waiters.hear(null),
        () => undefined,
      );
      return { wait: waiters.wait, newest: waiters.newest, each: waiters.each };
    },
    async stop() {
      stopping.abort();
      for (const waiters of channels.values()) waiters.hear(null);
      await connecting;
    },
  };
}

/** Resolves when the connection ends. */
function lossOf(client: pg.Client, onError: (error: unknown) => void): Promise<void> {
  return new Promise((resolve) => {
    client.once("end", resolve);
    client.on("error", (error) => {
      onError(error);
      resolve();
    });
  });
}

type Waiters = Channel & { hear(text: string | null): void };

function createWaiters(stopping: AbortSignal): Waiters {
  const waiting = new Set<() => void>();
  const listeners = new Set<(text: string | null) => void>();
  let newest: string | null = null;
  return {
    newest: () => newest,
    hear(text) {
      newest = text;
      for (const wake of [...waiting]) wake();
      for (const heard of listeners) heard(text);
    },
    each(heard) {
      const listener = (text: string | null) => heard(text);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", done);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        waiting.add(done);
        signal?.addEventListener("abort", done);
        if (signal?.aborted || stopping.aborted) done();
      }),
  };
}

const listenOn = (channel: string): string => `LISTEN ${pg.escapeIdentifier(channel)}`;
