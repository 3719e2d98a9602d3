import { setTimeout as wait } from "node:timers/promises";
import type { FollowUps } from "#app/platform.ts";
import { type Budget, createConcurrencyLimit } from "#domain/core/budget.ts";

const MAX_RUNNING = 4;
const MAX_WAITING = 200;

/** Delays before each retry, in milliseconds: in total longer than an engine takes to restart. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 20_000];

type FollowUpPorts = {
  readonly reportError: (error: unknown, about: string) => void;
  /** Whether an error says that an engine could not serve, so that the work should be retried. */
  readonly passes: (error: unknown) => boolean;
};

/**
 * Does work after the answers of requests, a few at a time; work of one owner is done in order. The request was already
 * answered, so work that fails because an engine is away is retried; all of it is safe to repeat. `finish` waits for
 * what has begun.
 */
export function createFollowUps({
  reportError,
  passes,
}: FollowUpPorts): FollowUps & { readonly budget: Budget; finish(): Promise<void> } {
  const room = createConcurrencyLimit({ name: "work after the answer", limit: MAX_RUNNING + MAX_WAITING });
  const turns = createConcurrencyLimit({
    name: "turns",
    limit: MAX_RUNNING,
    perOwner: 1,
    queue: MAX_RUNNING + MAX_WAITING,
  });
  /** The latest work of each owner; earlier work is done when it is. */
  const latest = new Map<string, Promise<unknown>>();
  const persist = async (about: string, work: () => Promise<void>): Promise<void> => {
    for (const pause of PAUSES_MS) {
      try {
        return await work();
      } catch (error) {
        if (!passes(error)) throw error;
        reportError(error, about);
      }
      await wait(pause);
    }
    return work();
  };
  return {
    start(owner, about, work) {
      const leave = room.tryEnter("");
      if (leave === null) return false;
      const done = turns
        .run(owner, () => persist(about, work))
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
