import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from "@eventstore/db-client";
import { setTimeout as sleep } from "node:timers/promises";

const MAX_ATTEMPTS = 5;

/** Tries again, a little later each time, while the cluster changes its leader or a node is away. The client itself connects to another node then. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isEventStoreDbUnavailable(error)) throw error;
      await sleep(100 * 2 ** attempt);
    }
  }
}

/** Whether an error of the client means that no node could be asked, or that the one asked may not answer right now. */
export function isEventStoreDbUnavailable(error: unknown): boolean {
  return [NotLeaderError, UnavailableError, TimeoutError, DeadlineExceededError, CancelledError].some(
    (kind) => error instanceof kind,
  );
}
