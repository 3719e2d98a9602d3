import { setTimeout as wait } from "node:timers/promises";

/** What `work` brings, or `otherwise` when it takes longer than `ms`; the work itself goes on. */
export async function answerWithin<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, wait(ms, otherwise, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
