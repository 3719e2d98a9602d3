import {
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
} from "@eventstore/db-client";
import { setTimeout as sleep } from "node:timers/promises";

const MAX_ATTEMPTS = 5;

/**
 * Retries, with growing delays, while the cluster changes its leader or a node is away. The client itself reconnects to
 * another node.
 */
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

/** Whether a client error means that no node could be reached, or that the node cannot answer right now. */
export function isEventStoreDbUnavailable(error: unknown): boolean {
  return [NotLeaderError, UnavailableError, TimeoutError, DeadlineExceededError, CancelledError].some(
    (kind) => error instanceof kind,
  );
}
