import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import { createSlowTransfers, enterOrReplace } from "./slow-transfers.ts";

const WITHIN_MS = 300;

/** Clients with slots of one limit, each with its own pace; records which were cut. */
function places(limit: number, perOwner = limit) {
  const budget = createConcurrencyLimit({ name: "places", limit, perOwner });
  const slow = createSlowTransfers({ bytes: 30_000, withinMs: WITHIN_MS });
  const cut: string[] = [];
  return {
    cut,
    used: () => budget.use().used,
    enter(name: string, owner: string, bytesPerMs: number, waits = true): boolean {
      const release = enterOrReplace(budget, slow, owner);
      if (release === null) return false;
      slow.watch({
        bytes: () => performance.now() * bytesPerMs,
        waits: () => waits,
        cut() {
          cut.push(name);
          release();
        },
      });
      return true;
    },
  };
}

test("the slowest gives its place to one who finds none, once it was slow for a while", async () => {
  const { enter, cut, used } = places(4);
  expect([
    enter("slow", "a", 20),
    enter("slowest", "a", 1),
    enter("fast", "b", 10_000),
    enter("idle for us", "b", 0, false),
  ]).toEqual([true, true, true, true]);
  expect([enter("at once", "c", 10_000), cut]).toEqual([false, []]);
  await wait(WITHIN_MS * 3);
  expect([enter("next", "c", 10_000), cut]).toEqual([true, ["slowest"]]);
  expect([enter("one more", "c", 10_000), cut]).toEqual([true, ["slowest", "slow"]]);
  expect([enter("too many", "c", 10_000), cut.length, used()]).toEqual([false, 2, 4]);
});

test("nobody is cut while there is room, nor for one who has used up their own share", async () => {
  const { enter, cut } = places(4, 2);
  for (const owner of ["a", "a", "b"]) enter(`slow ${owner}`, owner, 1);
  await wait(WITHIN_MS * 3);
  expect([enter("third", "a", 1), enter("last", "b", 1), cut]).toEqual([false, true, []]);
  expect([enter("third", "a", 1), cut]).toEqual([false, []]);
});
