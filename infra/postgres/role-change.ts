import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const MAX_TRIES = 10;
const PAUSE_MS = 50;

/**
 * Runs statements that make or grant roles. Roles belong to the whole server and our locks do not reach across
 * databases, so if two run at the same moment one fails with "tuple concurrently updated": that one retries.
 */
export async function retryRoleChange<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      const collided =
        error instanceof pg.DatabaseError && error.code === "XX000" && error.message.includes("concurrently");
      if (!collided || tries === MAX_TRIES) throw error;
      await delay(PAUSE_MS * tries);
    }
  }
}
