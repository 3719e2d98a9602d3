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
