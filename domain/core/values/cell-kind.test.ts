import { describe, expect, test } from "vitest";
import { CELL, cellKind, cellKindOfText } from "./cell-kind.ts";

const kind = (text: string, quoted = false) => {
  const bytes = new TextEncoder().encode(text);
  return cellKind(bytes, 0, bytes.length, quoted) & ~(CELL.plainNumber | CELL.quotedNumber | SPELLED);
};
const SPELLED = CELL.oneDecimal | CELL.zeroBehind | CELL.measured;

test.each([
  ["1.5", CELL.oneDecimal],
  ["1.50", CELL.zeroBehind],
  ["1.10", CELL.zeroBehind],
  ["1.11", 0],
  ["1.05", CELL.measured],
  ["1.00", CELL.measured],
  ["1.51", CELL.measured],
  ["-1.5", CELL.measured],
  [".5", CELL.measured],
  ["1.125", CELL.measured],
  ["15", 0],
])("how %s is spelled", (text, spelled) => {
  expect(cellKindOfText(text) & SPELLED).toBe(spelled);
});

test("spaces that nobody sees at the ends of a cell do not count", () => {
  for (const space of ["\u00a0", "\u2007", "\u2009", "\u200b", "\u202f", "\u205f", "\u3000", "\ufeff", " \u00a0\t"]) {
    expect(kind(`${space}42${space}`)).toBe(CELL.shortInt);
    expect(kind(space)).toBe(CELL.blank);
  }
  for (const other of ["\u00a1", "\u2010", "\u200e", "\u3001", "é", "\u00a0\u00e9"])
    expect(kind(`42${other}`)).toBe(CELL.text);
});

describe("kinds of cells", () => {
  test.each<[keyof typeof CELL, string[]]>([
    ["shortInt", ["0", "-1", " 42 ", "999999999999999", "-0"]],
    ["longInt", ["1000000000000000", "9223372036854775807", "-9223372036854775808"]],
    ["decimal", ["0.5", ".5", "-.5", "1.50", "0.1000000000000000", "0.30000000000000004", "123456789012345.0"]],
    ["exponent", ["1e-7", "1.5E10", "2e+5", "-1.5e+270", "1e5", "12e10", "1.5e-300"]],
    ["wide", ["0.1234567890123456789", "9007199254740993.5"]],
    ["boolean", ["true", "FALSE", "True"]],
    ["date", ["2024-02-29", "0001-01-01", "9999-12-31"]],
    [
      "timestamp",
      ["2024-01-31T10:00", "2024-01-31 10:00:00.123456", "2024-01-31t10:00", "2024-01-31T10:00:00.1234560000"],
    ],
    [
      "timestamptz",
      [
        "2024-01-31T10:00:00Z",
        "2024-01-31 10:00:00+02",
        "2024-01-31T10:00:00.5-0330",
        "2024-01-31T10:00:00+05:30",
        "2024-01-31t10:00:00z",
      ],
    ],
    ["time", ["10:00", "23:59:59.5"]],
    ["blank", [" ", "\t "]],
    [
      "text",
      [
        "007",
        "-01",
        "+1",
        "1,5",
        "1.",
        "-",
        ".",
        "12E4",
        "-9223372036854775809",
        "1e-301",
        "0x1",
        "NaN",
        "Infinity",
        "9223372036854775808",
        "1e-400",
        "1 000",
        "2023-02-29",
        "1900-02-29",
        "2024-13-01",
        "2024-00-10",
        "2024-01-32",
        "2024-1-1",
        "0000-01-01",
        "2024-01-31T24:00",
        "2024-01-31T10:60",
        "2024-01-31T10:00:00.1234567",
        "2024-01-31T10:00:00+15:00",
        "2024-01-31 10:00 UTC",
        "2024-01-31x",
        "0001-01-01T00:00Z",
        "10:00:60",
        "7:30",
        "yes",
        "t",
        "null",
        "NA",
        "x",
        "１",
      ],
    ],
  ])("%s", (name, texts) => {
    for (const text of texts) expect([text, kind(text)]).toEqual([text, CELL[name]]);
    for (const text of texts) expect(cellKindOfText(text) & CELL[name]).toBe(CELL[name]);
  });
});

test("a text of any length has a kind", () => {
  expect(cellKindOfText(" ".repeat(500))).toBe(CELL.blank);
  expect(cellKindOfText("9".repeat(500))).toBe(CELL.text);
  expect(kind(`0.5${"0".repeat(2_000_000)}`)).toBe(CELL.text);
});

test("a decimal is a number if a double and a numeric of Postgres both hold it, with room for sums", () => {
  const zeros = (count: number) => "0".repeat(count);
  for (const text of [`0.5${zeros(16_382)}`, `1${zeros(269)}.0`, `0.${zeros(269)}1`])
    expect([text.length, kind(text)]).toEqual([text.length, CELL.decimal]);
  const others = [`0.5${zeros(16_383)}`, `0.${zeros(16_384)}`, `1${zeros(270)}.0`, `9${zeros(131_072)}.5`, "1e400"];
  for (const text of [...others, `0.${zeros(270)}1`, `-0.${zeros(323)}5`, "9".repeat(131_073)])
    expect([text.length, kind(text)]).toEqual([text.length, CELL.text]);
});
