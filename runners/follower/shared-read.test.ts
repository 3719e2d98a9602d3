import { expect, test } from "vitest";
import { sharedRead } from "./shared-read.ts";

/** Reads that end when told. */
function reads() {
  const pending: PromiseWithResolvers<number>[] = [];
  const read = sharedRead(() => {
    const one = Promise.withResolvers<number>();
    pending.push(one);
    return one.promise;
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { pending, read, settled };
}

test("callers during a read wait for one more read, which begins after they asked", async () => {
  const { pending, read, settled } = reads();
  const first = read();
  const later = [read(), read()];
  expect(pending.length).toBe(1);
  pending[0]?.resolve(1);
  expect(await first).toBe(1);
  await settled();
  expect(pending.length).toBe(2);
  pending[1]?.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  void read();
  expect(pending.length).toBe(3);
});

test("a read that fails fails for those who waited for it, and for nobody after them", async () => {
  const { pending, read, settled } = reads();
  const first = read();
  const second = read();
  pending[0]?.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await settled();
  pending[1]?.resolve(2);
  expect(await second).toBe(2);
});
