import { setTimeout as wait } from "node:timers/promises";

/** The result of `work`, or `otherwise` if it takes longer than `ms`; the work itself continues. */
export async function answerWithin<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, wait(ms, otherwise, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
