import fc from "fast-check";
import { expect, test } from "vitest";
import { FileMarks } from "./file-marks.ts";

const piece = fc.constantFrom("a", ",", "\n", "\r\n", "\ufeff", "\x1a", "é");

test("marks go at the beginning of lines and Ctrl-Z at the end, however the chunks are cut", () => {
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 6 }), (chunks) => {
      const marks = new FileMarks();
      const parts = chunks.map((chunk) => marks.strip(Buffer.from(chunk.join("")), false));
      parts.push(marks.strip(Buffer.alloc(0), true));
      const text = chunks.flat().join("");
      const wanted = text.replace(/\x1a+$/, "").replace(/(?<![^\n\r])(?:\ufeff|\x1a)+/g, "");
      expect(Buffer.concat(parts).toString()).toBe(wanted);
      expect(marks.count > 0).toBe(wanted !== text);
    }),
    { numRuns: 3000, seed: 5 },
  );
});

test("many signs within lines are looked at once", () => {
  const bytes = Buffer.from(" \x1a".repeat(1_000_000));
  expect(new FileMarks().strip(bytes, false).length).toBe(bytes.length - 1);
});
