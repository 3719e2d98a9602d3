import fc from "fast-check";
import { expect, test } from "vitest";
import { PersistentMap } from "./persistent-map.ts";

test("holds what a plain map holds, through any changes, and earlier maps stay as they were", () => {
  const change = fc.record({ key: fc.nat(400).map(String), value: fc.option(fc.nat(9), { freq: 3 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 1500, size: "max" }), (changes) => {
      const plain = new Map<string, number>();
      let map = PersistentMap.empty<number>();
      const middle = Math.floor(changes.length / 2);
      let then: { map: PersistentMap<number>; held: ReadonlyMap<string, number> } | null = null;
      for (const [index, { key, value }] of changes.entries()) {
        if (index === middle) then = { map, held: new Map(plain) };
        if (value === null) plain.delete(key);
        else plain.set(key, value);
        map = value === null ? map.without(key) : map.with(key, value);
        expect(map.size).toBe(plain.size);
        expect(map.has(key)).toBe(plain.has(key));
        expect(map.get(key)).toBe(plain.get(key));
      }
      expect(map.toMap()).toEqual(plain);
      if (then) expect(then.map.toMap()).toEqual(then.held);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test("keeps every entry of many, and finds each", () => {
  let map = PersistentMap.empty<number>();
  for (let n = 0; n < 40_000; n += 1) map = map.with(`key ${n}`, n);
  for (let n = 0; n < 40_000; n += 3) map = map.without(`key ${n}`);
  expect(map.size).toBe(26_666);
  const wrong = Array.from({ length: 40_000 }, (_, n) => n).filter(
    (n) => map.get(`key ${n}`) !== (n % 3 === 0 ? undefined : n),
  );
  expect(wrong).toEqual([]);
  expect(map.toJSON().map(([, n]) => n)).toEqual([...map.toMap().values()].sort((a, b) => a - b));
});

test("is written in the order in which entries were added, and read again", () => {
  const map = PersistentMap.from<number>([
    ["b", 1],
    ["a", 2],
    ["c", 3],
  ])
    .with("b", 4)
    .without("a")
    .with("a", 5);
  expect(map.toJSON()).toEqual([
    ["b", 4],
    ["c", 3],
    ["a", 5],
  ]);
  expect(PersistentMap.from(map.toJSON()).toJSON()).toEqual(map.toJSON());
});

test("knows nothing at first, and keeps itself when nothing changes", () => {
  const empty = PersistentMap.empty<string>();
  expect([empty.size, empty.has("a"), empty.get("a")]).toEqual([0, false, undefined]);
  expect(empty.without("a")).toBe(empty);
  expect(empty.with("a", "x").with("a", "y").toMap()).toEqual(new Map([["a", "y"]]));
});
