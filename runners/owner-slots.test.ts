import { expect, test } from "vitest";
import { createOwnerSlots } from "./owner-slots.ts";

test("puts off an owner who is at the share, and nobody else", async () => {
  const slots = createOwnerSlots({ name: "run slots", limit: 3, perOwner: 2, putOffMs: 1_000 });
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  const run = (id: string, owner: string) => slots.run(id, owner, async () => void (begun.push(id), await end.promise));
  const running = [run("a1", "ada"), run("a2", "ada")];
  expect(await run("a3", "ada")).toEqual({ againInMs: 1_000 });
  expect(await run("a4", "ada")).toEqual({ againInMs: 1_100 });
  running.push(run("b1", "ben"));
  expect(begun).toEqual(["a1", "a2", "b1"]);
  expect(slots.use()).toEqual({ name: "run slots", used: 3, limit: 3, waiting: 2, refused: 0 });
  end.resolve();
  expect(await Promise.all(running)).toEqual([undefined, undefined, undefined]);
  await run("a3", "ada");
  expect(slots.use()).toMatchObject({ used: 0, waiting: 1 });
});

test("waits longer between two looks the more there is to wait for, up to a minute", async () => {
  const slots = createOwnerSlots({ name: "run slots", limit: 1, perOwner: 1, putOffMs: 5_000 });
  void slots.run("first", "ada", () => new Promise(() => undefined));
  const delays: unknown[] = [];
  for (let at = 0; at < 1_000; at += 1) delays.push(await slots.run(`a${at}`, "ada", async () => undefined));
  expect([delays[0], delays[100], delays[999]]).toEqual([
    { againInMs: 5_000 },
    { againInMs: 15_000 },
    { againInMs: 60_000 },
  ]);
});
