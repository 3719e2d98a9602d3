import fc from "fast-check";
import { expect, test } from "vitest";
import { cutText, withoutEnd } from "./text.ts";

test("cuts before a character that does not fit whole", () => {
  expect(cutText("abc", 3)).toBe("abc");
  expect(cutText("abcd", 3)).toBe("abc");
  expect(cutText(`${"a".repeat(99)}😀`, 100)).toBe("a".repeat(99));
  expect(cutText(`${"a".repeat(98)}😀b`, 100)).toBe(`${"a".repeat(98)}😀`);
  expect(cutText("ae\u0301x", 2)).toBe("a");
  expect(cutText("👩‍👩‍👧x", 5)).toBe("");
  expect(cutText("x", 0)).toBe("");
});

test("an endless pile of accents is cut between code points", () => {
  expect(cutText(`a${"\u0301".repeat(1000)}`, 500)).toHaveLength(500);
  expect(cutText(`${"😀\u200d".repeat(400)}`, 500).isWellFormed()).toBe(true);
});

test("half of a code point at the cut leaves the text no longer than asked", () => {
  expect(cutText("\udc00 and more", 0)).toBe("");
  expect(cutText("a\udc00 and more", 1)).toBe("a");
});

test("whatever comes in, what comes out is well-formed, a beginning and not too long", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 200 }),
      fc.nat(210),
      (text, max) => {
        const cut = cutText(text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        expect(text.toWellFormed().startsWith(cut)).toBe(true);
      },
    ),
  );
});

test("leaves out what a text ends in", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", "😀") }), (text) => {
      expect(withoutEnd(text, " \t")).toBe(text.replace(/[ \t]+$/, ""));
    }),
  );
});
