import { expect, test } from "vitest";
import type { IncrementalState, OperationEnd } from "./events.ts";
import { incrementalAfter } from "./incremental-state.ts";

const end = (operation: string, cursor: string | null, rest: Partial<OperationEnd> = {}): OperationEnd => ({
  operation,
  status: "success",
  disposition: "merge",
  requests: 1,
  pages: 1,
  rows: 1,
  failure: null,
  reached: cursor === null ? null : { basis: "north", cursor },
  ...rest,
});
const entry = (operation: string, cursor: string, basis = "north") => ({ operation, basis, cursor });

test("moves each operation that came to its end, and no other", () => {
  const before = [entry("a", "1"), entry("b", "1"), entry("c", "1")];
  const ends = [
    end("a", "2"),
    end("b", null, { status: "partial" }),
    end("c", "9", { status: "failed" }),
    end("d", "4"),
  ];
  expect(incrementalAfter(before, ends)).toEqual([entry("b", "1"), entry("c", "1"), entry("a", "2"), entry("d", "4")]);
});

test("stays where it was when a run brought nothing new", () => {
  expect(incrementalAfter([entry("a", "1")], [end("a", null)])).toEqual([entry("a", "1")]);
  expect(incrementalAfter([entry("a", "1")], [])).toEqual([entry("a", "1")]);
});

test("keeps the place of each question apart", () => {
  const south = { reached: { basis: "south", cursor: "5" } };
  expect(incrementalAfter([entry("a", "1")], [end("a", null, south)])).toEqual([
    entry("a", "1"),
    entry("a", "5", "south"),
  ]);
});

test("forgets every other question once a table was replaced, and all of them when nothing came", () => {
  const before = [entry("a", "1"), entry("a", "5", "south"), entry("b", "1")];
  expect(incrementalAfter(before, [end("a", "7", { disposition: "replace" })])).toEqual([
    entry("b", "1"),
    entry("a", "7"),
  ]);
  expect(incrementalAfter(before, [end("a", null, { disposition: "replace" })])).toEqual([entry("b", "1")]);
  expect(incrementalAfter(before, [end("a", null, { disposition: "replace", status: "failed" })])).toEqual(before);
});

test("keeps the ten newest questions of an operation", () => {
  const bases = Array.from({ length: 30 }, (_, index) => `question ${index}`);
  const state = bases.reduce<IncrementalState>(
    (before, basis) => incrementalAfter(before, [end("a", null, { reached: { basis, cursor: "1" } })]),
    [entry("b", "1")],
  );
  expect(state.map(({ basis }) => basis)).toEqual(["north", ...bases.slice(-10)]);
});
