import fc from "fast-check";
import { expect, test } from "vitest";
import { titleKey, wordsOf } from "./words.ts";

test("a text of plain letters has the words that it has among other letters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary-ascii", maxLength: 150 }), (text) => {
      expect([...wordsOf(text), "e", "\u4e2d"]).toEqual(wordsOf(`${text} \u00e9 \u4e2d`));
      expect(`${titleKey(text)}e`).toBe(titleKey(`${text}\u00e9`));
    }),
  );
  expect(wordsOf("River LEVELS, 2024_daily")).toEqual(["river", "levels", "2024", "daily"]);
  expect(wordsOf("a".repeat(70))).toEqual(["a".repeat(60)]);
  expect(wordsOf("\u{20000}".repeat(70))).toEqual(["\u{20000}".repeat(60)]);
});
