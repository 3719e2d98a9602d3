import { setTimeout as pause } from "node:timers/promises";

/** Follows things for many clients at the same time, with one look for all of them. */
export type StatusWatch<T> = {
  /** What these things are now; the missing ones are absent. */
  look(ids: readonly string[]): Promise<ReadonlyMap<string, T>>;
  /**
   * Calls `see` with the present value, and with each other one that follows; null: the thing is gone. After `fail` no
   * call follows. Returns the function that ends it.
   */
  follow(id: string, watcher: Watcher<T>): () => void;
  /** The value once it `isOver`, or the newest one when the time is over or `signal` aborts; null: it is gone. */
  until(
    id: string,
    isOver: (value: T) => boolean,
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<T | null>;
};

export type Watcher<T> = { readonly see: (value: T | null) => void; readonly fail: (error: unknown) => void };
type Followed<T> = {
  readonly watchers: Set<Watcher<T>>;
  last: { readonly text: string; readonly value: T | null } | null;
};

/** A notification may be lost with its connection. */
const LOOK_ANYWAY_MS = 5_000;
/** A busy server notifies more often than clients need. */
const AT_MOST_EVERY_MS = 200;

/**
 * Looks at all followed things together when `wakeUp` resolves: at the next notification, or after so many
 * milliseconds. While nothing is followed, it does nothing.
 */
export function createStatusWatch<T>(options: {
  readonly look: StatusWatch<T>["look"];
  readonly wakeUp: (ms: number, signal: AbortSignal) => Promise<void>;
}): StatusWatch<T> {
  const { look, wakeUp } = options;
  const followed = new Map<string, Followed<T>>();
  let round = new AbortController();
  let isLooking = false;

  const lookAtAll = async (): Promise<void> => {
    const ids = [...followed.keys()];
    const found = await look(ids);
    for (const id of ids) {
      const entry = followed.get(id);
      if (!entry) continue;
      const value = found.get(id) ?? null;
      const text = JSON.stringify(value);
      if (entry.last?.text === text) continue;
      entry.last = { text, value };
      for (const watcher of [...entry.watchers]) watcher.see(value);
    }
  };
  const loop = async (): Promise<void> => {
    while (followed.size > 0) {
      round = new AbortController();
      // Listening starts before the look, so that a change in between is not missed.
      const moved = wakeUp(LOOK_ANYWAY_MS, round.signal);
      const looked = performance.now();
      try {
        await lookAtAll();
        await moved;
      } catch (error) {
        failAll(followed, error);
      } finally {
        round.abort();
      }
      await pause(Math.max(0, looked + AT_MOST_EVERY_MS - performance.now()), undefined, { ref: false });
    }
  };
  const start = (): void => {
    if (isLooking) return round.abort();
    isLooking = true;
    void loop().finally(() => {
      isLooking = false;
      if (followed.size > 0) start();
    });
  };
  const follow: StatusWatch<T>["follow"] = (id, watcher) => {
    const entry = followed.get(id) ?? { watchers: new Set(), last: null };
    followed.set(id, entry);
    entry.watchers.add(watcher);
    if (entry.last === null) start();
    else watcher.see(entry.last.value);
    return () => {
      entry.watchers.delete(watcher);
      if (entry.watchers.size === 0 && followed.get(id) === entry) followed.delete(id);
      if (followed.size === 0) round.abort();
    };
  };
  return { look, follow, until: untilOver(follow) };
}

function failAll<T>(followed: Map<string, Followed<T>>, error: unknown): void {
  const watchers = [...followed.values()].flatMap((entry) => [...entry.watchers]);
  followed.clear();
  for (const watcher of watchers) watcher.fail(error);
}

function untilOver<T>(follow: StatusWatch<T>["follow"]): StatusWatch<T>["until"] {
  return async (id, isOver, { timeoutMs, signal }) => {
    let newest: T | null = null;
    const { promise, resolve, reject } = Promise.withResolvers<T | null>();
    const giveUp = (): void => resolve(newest);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener("abort", giveUp);
    const leave = follow(id, {
      see(value) {
        newest = value;
        if (value === null || isOver(value)) resolve(value);
      },
      fail: reject,
    });
    try {
      if (signal.aborted) giveUp();
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      leave();
    }
  };
}
