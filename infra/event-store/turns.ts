import { StreamBusyError } from "#domain/core/faults/stream-busy.ts";
import { answerWithin } from "../platform/answer-within.ts";

/** As long as a command waits for a database connection. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Runs work on one stream one after the other within this process. Of several commands that decide at the same moment
 * the log accepts one; all others would have to read and retry. Work that gets no turn in time fails with
 * `StreamBusyError`.
 */
export function createTurns(
  longestWaitMs = LONGEST_WAIT_MS,
): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return async (stream, work) => {
    const before = last.get(stream);
    const over = Promise.withResolvers<void>();
    // Later work waits for all work before it, even if this work has given up.
    const mine = Promise.all([before, over.promise]).then(() => undefined);
    last.set(stream, mine);
    void mine.then(() => {
      if (last.get(stream) === mine) last.delete(stream);
    });
    try {
      if (
        before &&
        !(await answerWithin(
          longestWaitMs,
          before.then(() => true),
          false,
        ))
      )
        throw new StreamBusyError(stream);
      return await work();
    } finally {
      over.resolve();
    }
  };
}
