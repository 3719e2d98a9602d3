import { afterEach, expect, test, vi } from "vitest";
import { createPagesFirst, MOST_WAIT_MS } from "./pages-first.ts";

afterEach(() => void vi.useRealTimers());

/** Whether a promise is settled by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false;
  void promise.then(() => (over = true));
  for (let round = 0; round < 10; round += 1) await Promise.resolve();
  return over;
}

test("background work goes on at once while no page is being answered", async () => {
  const { enter, turn } = createPagesFirst();
  expect(await isOver(turn())).toBe(true);
  enter()();
  expect(await isOver(turn())).toBe(true);
});

test("background work waits until the last page is answered", async () => {
  const { enter, turn } = createPagesFirst();
  const leave = [enter(), enter()];
  const turns = [turn(), turn()];
  leave[0]!();
  // A page is counted once, however often it is said to be over.
  leave[0]!();
  expect(await Promise.all(turns.map(isOver))).toEqual([false, false]);
  leave[1]!();
  expect(await Promise.all(turns.map(isOver))).toEqual([true, true]);
});

test("background work goes on after a moment though pages never end", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { enter, turn } = createPagesFirst();
  enter();
  const waited = turn();
  vi.advanceTimersByTime(MOST_WAIT_MS - 1);
  expect(await isOver(waited)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isOver(waited)).toBe(true);
});
