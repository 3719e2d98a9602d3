import { setTimeout as sleep } from "node:timers/promises";
import { EventStoreDbAway, isEventStoreDbUnavailable } from "./eventstoredb-errors.ts";
import { ANSWER_WITHIN_MS } from "./log-client.ts";

const MAX_ATTEMPTS = 5;
/** An append of several steps, with all its attempts. */
export const APPEND_WITHIN_MS = 10_000;
/** A read, with all its attempts: as long as a statement of Postgres. */
export const READ_WITHIN_MS = 30_000;

/**
 * Retries, with growing delays, while the cluster changes its leader or a node is away. The client itself reconnects to
 * another node. No attempt begins after the server was silent for as long as an answer may take, and after `withinMs` the
 * caller is told, whatever goes on.
 */
export async function withRetries<T>(withinMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const over = new AbortController();
  const late = sleep(withinMs, undefined, { signal: over.signal }).then(() => {
    throw new EventStoreDbAway(`The log has not answered within ${withinMs} ms`);
  });
  const tries = async (): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const isOver = attempt === MAX_ATTEMPTS || performance.now() - began >= ANSWER_WITHIN_MS;
        if (isOver || !isEventStoreDbUnavailable(error)) throw error;
        await sleep(100 * 2 ** attempt);
      }
    }
  };
  const trying = tries();
  for (const each of [late, trying]) each.catch(() => undefined);
  try {
    return await Promise.race([trying, late]);
  } finally {
    over.abort();
  }
}

/** Reads are behind appends: what a server says was written can be read a moment later. */
const READABLE_WITHIN_MS = 3_000;

/** Looks again, with growing pauses, until there is what the server has spoken of. */
export async function untilReadable<T>(look: () => Promise<T | null>): Promise<T> {
  const until = performance.now() + READABLE_WITHIN_MS;
  for (let pause = 5; ; pause = Math.min(pause * 2, 250)) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > until) throw new EventStoreDbAway("The log does not show what it says was written");
    await sleep(pause);
  }
}
