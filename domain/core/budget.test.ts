import { expect, test } from "vitest";
import { createBudgets, createConcurrencyLimit } from "./budget.ts";

function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

test("gives as much as there is, and each owner its share of it", () => {
  const slots = createConcurrencyLimit({ name: "slots", limit: 3, perOwner: 2 });
  const first = slots.tryEnter("ada");
  expect(slots.tryEnter("ada")).not.toBeNull();
  expect(slots.tryEnter("ada")).toBeNull();
  expect(slots.tryEnter("bob")).not.toBeNull();
  expect(slots.tryEnter("bob")).toBeNull();
  first?.();
  first?.();
  expect(slots.use()).toEqual({ name: "slots", used: 2, limit: 3, waiting: 0, refused: 2 });
});

test("counts amounts, such as bytes", () => {
  const bytes = createConcurrencyLimit({ name: "bytes", limit: 100 });
  expect(bytes.tryEnter("ada", 60)).not.toBeNull();
  expect(bytes.tryEnter("bob", 60)).toBeNull();
  expect(bytes.tryEnter("bob", 40)).not.toBeNull();
});

test("lets calls wait in their order up to a bound; one owner at its share holds up nobody else", async () => {
  const slots = createConcurrencyLimit({ name: "slots", limit: 2, perOwner: 1, queue: 2 });
  const done: string[] = [];
  const first = gate();
  const holding = slots.run("ada", () => first.opened);
  const again = slots.run("ada", async () => void done.push("ada again"));
  await slots.run("bob", async () => void done.push("bob"));
  expect(done).toEqual(["bob"]);
  const third = slots.run("ada", async () => void done.push("ada a third time"));
  expect(await slots.run("ada", async () => undefined)).toBe("full");
  expect(slots.use()).toMatchObject({ used: 1, waiting: 2, refused: 1 });
  first.open();
  await Promise.all([holding, again, third]);
  expect(done).toEqual(["bob", "ada again", "ada a third time"]);
  expect(slots.use()).toMatchObject({ used: 0, waiting: 0 });
});

test("who stops waiting leaves the queue, and work that fails gives its room back", async () => {
  const slots = createConcurrencyLimit({ name: "slots", limit: 1, queue: 1 });
  const first = gate();
  const holding = slots.run("ada", () => first.opened);
  const leaving = new AbortController();
  const waiting = slots.run("bob", async () => "done", leaving.signal);
  leaving.abort();
  expect(await waiting).toBe("full");
  first.open();
  await holding;
  await expect(slots.run("ada", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(slots.use()).toMatchObject({ used: 0, waiting: 0 });
});

test("all budgets of a process are seen together", () => {
  const budgets = createBudgets();
  const slots = budgets.add(createConcurrencyLimit({ name: "slots", limit: 1 }));
  slots.tryEnter("ada");
  expect(budgets.uses()).toEqual([{ name: "slots", used: 1, limit: 1, waiting: 0, refused: 0 }]);
});

test("a call may wait for a place that it gives back itself, a few of each owner and until it is told to stop", async () => {
  const slots = createConcurrencyLimit({ name: "slots", limit: 1, queue: 3, queuePerOwner: 2 });
  const first = await slots.enter("ada");
  const waiting = slots.enter("bob");
  const given = new AbortController();
  const gone = slots.enter("bob", given.signal);
  expect([await slots.enter("bob"), slots.use().waiting]).toEqual([null, 2]);
  given.abort();
  expect(await gone).toBeNull();
  first?.();
  expect(await waiting).not.toBeNull();
  expect(slots.use()).toMatchObject({ used: 1, waiting: 0, refused: 2 });
});
