import fc from "fast-check";
import { expect, test } from "vitest";
import { everyCharacter } from "#testing/texts/every-character.ts";
import { asProse, cleanLine, cleanProse, isVisible, lineFault, onOneLine, proseFault } from "./lines.ts";

test.each([
  ["a\nb", "must be one line: it has a line break (U+000A)."],
  ["a\r\nb", "must be one line: it has a line break (U+000D)."],
  ["a\u000bb", "must be one line: it has a line break (U+000B)."],
  ["a\u0085b", "must be one line: it has a line break (U+0085)."],
  ["a\u2028b", "must be one line: it has a line break (U+2028)."],
  ["a\u2029b", "must be one line: it has a line break (U+2029)."],
  ["a\u0000b", "must not have control characters: it has U+0000."],
  ["a\u0001b", "must not have control characters: it has U+0001."],
  ["a\u007fb", "must not have control characters: it has U+007F."],
  ["a\u202eb", "must not change the direction of text: it has the control U+202E."],
  ["a\u2066b", "must not change the direction of text: it has the control U+2066."],
  ["a\u2069b", "must not change the direction of text: it has the control U+2069."],
  ["a\ud800b", "must be whole Unicode: it has U+D800."],
  ["a\ufffeb", "must be whole Unicode: it has U+FFFE."],
  ["a\uffffb", "must be whole Unicode: it has U+FFFF."],
  ["a\u{1ffff}b", "must be whole Unicode: it has U+1FFFF."],
  ["\u200b", "must have something to see."],
  ["\u200d\u2060\u00ad", "must have something to see."],
  ["\u3164", "must have something to see."],
  ["\u2800", "must have something to see."],
  ["\u{e0041}", "must have something to see."],
  ["\u0301", "must have something to see."],
])("%j is no line", (text, fault) => {
  expect(lineFault(cleanLine(text))).toBe(fault);
});

test.each([
  "",
  "Rivers",
  "  padded\t\r\n",
  "a\tb",
  "שלום עולם",
  "می‌خواهم",
  "👩‍👩‍👧",
  "❤️",
  "e\u0301",
  "क्षि",
  "\ufeffx",
  "<b>&",
])("%j is a line", (text) => {
  expect(lineFault(cleanLine(text))).toBeNull();
});

test("a line is trimmed and has blanks for tabs", () => {
  expect(cleanLine("\tA\tB \r\n")).toBe("A B");
});

test("prose keeps its lines and tabs, however they were ended, and refuses other controls", () => {
  expect(cleanProse("a\r\nb\rc\u2028d\u0085\te")).toBe("a\nb\nc\nd\n\te");
  expect(proseFault("a\n\tb \u202bעברית\u202c")).toBeNull();
  expect(proseFault("a\u0000")).toBe("must not have control characters: it has U+0000.");
  expect(proseFault("a\u000c")).toBe("must not have control characters: it has U+000C.");
  expect(proseFault("a\ufffe")).toBe("must be whole Unicode: it has U+FFFE.");
});

test("any text is made a line or prose, also one that was stored before texts were checked", () => {
  expect(onOneLine("A\r\n\r\nYour account\u0001\u202e is\u2028closed ")).toBe("A Your account is closed");
  expect(asProse("a\r\nb\u0001\ud800")).toBe("a\nb\ufffd\ufffd");
  for (const part of everyCharacter(2_048)) {
    expect(lineFault(onOneLine(`x${part}`))).toBeNull();
    expect(proseFault(asProse(part))).toBeNull();
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(onOneLine(onOneLine(text))).toBe(onOneLine(text));
      expect(asProse(asProse(text))).toBe(asProse(text));
      if (lineFault(cleanLine(text)) === null && isVisible(text)) expect(onOneLine(cleanLine(text))).not.toBe("");
    }),
  );
});
