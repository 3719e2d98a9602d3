import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** Session lock of the active follower. */
const LOCK = "SELECT pg_try_advisory_lock(hashtextextended('tributary.follower', 0)) AS mine";
const ASK_AGAIN_MS = 1000;

export type Leadership = {
  /** Aborts when the connection that holds the lock is lost: another process may be active from then on. */
  readonly lost: AbortSignal;
  resign(): Promise<void>;
};

/**
 * Waits to become the active follower. The lock lives as long as its own connection: the server gives it to the next
 * process when this one or its connection ends. Null if `signal` aborts first. Throws if the database cannot be
 * reached.
 */
export async function takeLead(pool: pg.Pool, signal: AbortSignal): Promise<Leadership | null> {
  const lost = new AbortController();
  const client = new ((pool.options.Client ?? pg.Client) as typeof pg.Client)(pool.options);
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  const resign = (): Promise<void> => client.end().catch(() => undefined);
  try {
    await client.connect();
    for (;;) {
      if (signal.aborted) break;
      const { rows } = await client.query<{ mine: boolean }>(LOCK);
      if (rows[0]!.mine) return { lost: lost.signal, resign };
      await pause(ASK_AGAIN_MS, signal);
    }
  } catch (error) {
    await resign();
    throw error;
  }
  await resign();
  return null;
}

/** Waits `ms`, or less if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
