import { expect, test } from "vitest";
import { changesBetween } from "./changes-between.ts";

test("what was added, removed and changed has its place", () => {
  const before = { title: "A", url: "x", deep: { kept: 1, gone: 2 } };
  expect(changesBetween(before, { title: "B", url: "x", deep: { kept: 1, made: 3 } })).toEqual([
    { path: "title", before: "A", after: "B" },
    { path: "deep.gone", before: 2, after: null },
    { path: "deep.made", before: null, after: 3 },
  ]);
});

test("items of a list are matched by their id, wherever they are", () => {
  const before = {
    operations: [
      { id: "a", url: "1" },
      { id: "b", url: "2" },
    ],
  };
  expect(
    changesBetween(before, {
      operations: [
        { id: "b", url: "3" },
        { id: "a", url: "1" },
      ],
    }),
  ).toEqual([{ path: "operations[b].url", before: "2", after: "3" }]);
});

test("the same is no change", () => {
  expect(changesBetween({ list: [1, 2, { key: "k" }] }, { list: [1, 2, { key: "k" }] })).toEqual([]);
});
