import { expect, test } from "vitest";
import { codeWords } from "./code-words.ts";

const coloured = (text: string) =>
  codeWords(text).flatMap(({ text: piece, kind }) => (kind === null ? [] : [`${kind} ${piece}`]));

test.each([
  ['{ "name": "a \\" b", "on": true }', ['v "name"', 's "a \\" b"', 'v "on"', "k true"]],
  ['# read it\nimport pandas as pd\npd.read_csv("x")', ["c # read it", "k import", "k as", 's "x"']],
  ["let\n  Source = 1\nin\n  Source", ["k let", "k in"]],
  ["curl -H 'Authorization: Bearer x' https://example.org/#in", ["s 'Authorization: Bearer x'", "k in"]],
  ['"never closed', []],
])("%j", (text, expected) => {
  expect(coloured(text)).toEqual(expected);
});

test("the pieces together are the text, and long texts stay plain", () => {
  const text = '{\n  "a": [1, "b", null]\n}';
  expect(
    codeWords(text)
      .map((word) => word.text)
      .join(""),
  ).toBe(text);
  expect(codeWords('"a" '.repeat(6000))).toHaveLength(1);
});
