import type { CleanUpRound } from "#domain/core/ports/work-ports.ts";

/** What the rounds of clean-up of this process have removed, and how many of them left some of it, by what it was. */
export type CleanUpTally = {
  count(round: CleanUpRound): void;
  removed(): ReadonlyMap<string, number>;
  unfinished(): ReadonlyMap<string, number>;
};

export function createCleanUpTally(): CleanUpTally {
  const removed = new Map<string, number>();
  const unfinished = new Map<string, number>();
  const add = (to: Map<string, number>, what: string, count: number) => to.set(what, (to.get(what) ?? 0) + count);
  return {
    count(round) {
      for (const [what, { removed: count, done }] of round) {
        add(removed, what, count);
        add(unfinished, what, done ? 0 : 1);
      }
    },
    removed: () => removed,
    unfinished: () => unfinished,
  };
}
