import { setTimeout as sleep } from "node:timers/promises";
import { isEventStoreDbUnavailable } from "./eventstoredb-errors.ts";

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
