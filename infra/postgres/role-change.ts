import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

const TRIES = 10;
const PAUSE_MS = 50;

/**
 * Runs statements that make or grant roles. Roles belong to the whole server and no lock of ours reaches across databases, so two
 * of them that do this at the same moment make one fail with "tuple concurrently updated": that one tries again.
 */
export async function retryRoleChange<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      const collided =
        error instanceof pg.DatabaseError && error.code === "XX000" && error.message.includes("concurrently");
      if (!collided || tries === TRIES) throw error;
      await delay(PAUSE_MS * tries);
    }
  }
}
