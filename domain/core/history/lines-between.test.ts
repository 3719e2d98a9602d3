import { expect, test } from "vitest";
import { linesBetween } from "./lines-between.ts";

const signs = { same: " ", added: "+", removed: "-" };
const diff = (before: string, after: string) => linesBetween(before, after).map(({ kind, text }) => signs[kind] + text);

test("lines that stay are told from those that were added or removed", () => {
  expect(diff("a\nb\nc\nd", "a\nx\nc\nd\ne")).toEqual([" a", "-b", "+x", " c", " d", "+e"]);
});

test("a line that moved past others is removed and added once", () => {
  expect(diff("one\ntwo\nthree", "two\nthree\none")).toEqual(["-one", " two", " three", "+one"]);
});

test("equal texts have no change, and repeated lines are not counted twice", () => {
  expect(diff("a\na", "a\na")).toEqual([" a", " a"]);
  expect(diff("a\na", "a\na\na")).toEqual([" a", " a", "+a"]);
});

test("what is left of each side is that side, also if the texts are too long to compare", () => {
  const many = (name: string) => Array.from({ length: 2_100 }, (_, at) => `${name} ${at}`).join("\n");
  for (const [before, after] of [
    ["{\n1\n2\n}", "{\n2\n3\n1\n}"],
    [many("old"), many("new")],
  ] as const) {
    const lines = linesBetween(before, after);
    const side = (gone: string) =>
      lines
        .filter(({ kind }) => kind !== gone)
        .map(({ text }) => text)
        .join("\n");
    expect([side("added"), side("removed")]).toEqual([before, after]);
  }
});
