import contentDisposition from "content-disposition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { disposition, fileNameOf, isKnownTag } from "./file-headers.ts";

test.each([
  ["River levels", "River levels.csv"],
  ['a/b\\c:d*e?f"g<h>i|j\u0000k', "a b c d e f g h i j k.csv"],
  ["  ..hidden.  ", "hidden.csv"],
  ["\u200f\u202e", "table.csv"],
  [`${"x".repeat(99)}😀`, `${"x".repeat(99)}.csv`],
  ["half \ud83d of one", "half \ufffd of one.csv"],
])("the file of %j is called %j", (title, name) => {
  expect(fileNameOf(title, "csv")).toBe(name);
});

test("any title makes a header that can be sent and read back", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 250 }),
      (title) => {
        const name = fileNameOf(title, "csv");
        const header = disposition("attachment", name);
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        expect(contentDisposition.parse(header).parameters["filename"]).toBe(name);
      },
    ),
  );
});

test("every character of Unicode in a title makes such a header", () => {
  for (const part of everyCharacter(50)) {
    const name = fileNameOf(part, "csv");
    const header = disposition("attachment", name);
    expect(header).toMatch(/^[\x20-\x7e]*$/);
    expect(contentDisposition.parse(header).parameters["filename"]).toBe(name);
  }
});

test("a file name that is no well-formed text is sent all the same", () => {
  expect(disposition("attachment", "a\ud83d.csv")).toBe(
    "attachment; filename=\"a_.csv\"; filename*=UTF-8''a%EF%BF%BD.csv",
  );
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  ["*", true],
  ['"b"', false],
  ["a", false],
  ["", false],
  [undefined, false],
])("If-None-Match %s names our tag: %s", (header, known) => {
  expect(isKnownTag(header, '"a"')).toBe(known);
});
