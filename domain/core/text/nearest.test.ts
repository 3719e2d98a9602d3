import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["serch", ["page", "limit", "search"], "search"],
  ["SEARCH", ["page", "limit", "search"], "search"],
  ["serach", ["page", "limit", "search"], "search"],
  ["pages", ["page", "limit"], "page"],
  ["lmit", ["page", "limit"], "limit"],
  ["tabel", ["table", "token"], "table"],
  ["utm_source", ["page", "limit", "search"], null],
  ["x", ["page"], null],
  ["page", [], null],
  ["x".repeat(10_000), ["page"], null],
])("%s among %j is near %s", (word, known, found) => {
  expect(nearest(word, known)).toBe(found);
});

test("of many long names only those of nearly the same letters are compared", () => {
  let read = 0;
  const text = (letters: string) => ({
    length: letters.length,
    toLowerCase: () =>
      new Proxy([...letters], {
        get: (of, key) => {
          read += 1;
          return Reflect.get(of, key) as unknown;
        },
      }),
  });
  const names = Array.from({ length: 1_600 }, (_, at) => text(`c${at}_`.padEnd(60, "abcdefgh")));
  expect(nearest("x".repeat(60), names as unknown as string[])).toBe(null);
  expect(nearest("abcdefgh".repeat(8), names as unknown as string[])).not.toBe(null);
  expect(read).toBeLessThan(1_000_000);
});
