import { expect, test } from "vitest";
import { line, lines, table, text } from "#projections/table.ts";
import { inLines } from "./in-lines.ts";

const items = table({ title: line(), keywords: lines(), text: text() }, { key: ["text"] });

test("a title that is older than the rule that it is one line becomes one, and others stay the same row", () => {
  const row = { title: "A\r\n\r\nYour account\u0001\u202e is closed", keywords: ["a\nb", "c  d"], text: "a\nb" };
  expect(inLines(items, row)).toEqual({
    title: "A Your account is closed",
    keywords: ["a b", "c  d"],
    text: "a\nb",
  });
  const fit = { title: "Rivers  of", keywords: ["a"], text: "a\nb" };
  expect(inLines(items, fit)).toBe(fit);
});
