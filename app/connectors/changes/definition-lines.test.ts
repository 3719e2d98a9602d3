import { expect, test } from "vitest";
import { linesBetween } from "#domain/core/history/lines-between.ts";
import { foldedLines } from "./definition-lines.ts";

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));

test("lines far from a change are counted, and the others have their number in the later text", () => {
  const after = numbered(1, 20).map((line) => (line === "10" ? "ten" : line));
  const lines = foldedLines(linesBetween(numbered(1, 20).join("\n"), after.join("\n")));
  expect(lines.map((line) => ("skipped" in line ? line.skipped : `${line.number} ${line.text}`))).toEqual([
    ...[6, "7 7", "8 8", "9 9", "null 10", "10 ten", "11 11", "12 12", "13 13", 7],
  ]);
});

test("a single line between two changes is shown", () => {
  const before = ["a", ...numbered(1, 7), "b"].join("\n");
  const after = ["A", ...numbered(1, 7), "B"].join("\n");
  expect(foldedLines(linesBetween(before, after)).every((line) => !("skipped" in line))).toBe(true);
});

test("equal texts are one count", () => {
  expect(foldedLines(linesBetween("a\nb\nc", "a\nb\nc"))).toEqual([{ skipped: 3 }]);
});
