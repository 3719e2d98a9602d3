import type { FollowUps } from "#app/platform.ts";
import { type Budget, createConcurrencyLimit } from "#domain/core/budget.ts";

const AT_A_TIME = 4;
const WAITING = 200;

/** Does the work that requests leave behind, a few at a time; of one owner one after the other. `finish` waits for what has begun. */
export function createFollowUps(reportError: (error: unknown, about: string) => void): FollowUps & { readonly budget: Budget; finish(): Promise<void> } {
  const room = createConcurrencyLimit({ name: "work after the answer", limit: AT_A_TIME + WAITING });
  const turns = createConcurrencyLimit({ name: "turns", limit: AT_A_TIME, perOwner: 1, queue: AT_A_TIME + WAITING });
  /** The latest work of each owner; what came before it is done when it is. */
  const latest = new Map<string, Promise<unknown>>();
  return {
    start(owner, about, work) {
      const leave = room.tryEnter("");
      if (leave === null) return false;
      const done = turns
        .run(owner, work)
        .catch((error: unknown) => reportError(error, about))
        .finally(() => {
          leave();
          if (latest.get(owner) === done) latest.delete(owner);
        });
      latest.set(owner, done);
      return true;
    },
    async settled(owner) {
      await latest.get(owner);
    },
    budget: room,
    async finish() {
      await Promise.all(latest.values());
    },
  };
}
