import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedLabel, columnNames, tidyLabel } from "./column-names.ts";

test.each([
  [
    ["a", "a", "A", ""],
    ["a", "a_2", "A_3", "column_4"],
  ],
  [
    ["a", "a", "a_2"],
    ["a", "a_3", "a_2"],
  ],
  [
    ["Occupancy rate", "Année", "名前", "J-D", "_id", "x %"],
    ["Occupancy_rate", "Année", "名前", "J_D", "_id", "x"],
  ],
  [
    ["_row_id", "_run_id", "__proto__", "---"],
    ["_row_id_2", "_run_id_2", "__proto___2", "column_4"],
  ],
  [
    [`${"é".repeat(35)}a`, `${"é".repeat(35)}b`],
    ["é".repeat(31), `${"é".repeat(30)}_2`],
  ],
])("%j become %j", (labels, names) => {
  expect(columnNames(labels)).toEqual(names);
});

test("any labels become names that are safe, short and each its own", () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "A", "a_2", "_row_id", ""))),
      (labels) => {
        const names = columnNames(labels);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(labels.length);
        for (const name of names) {
          expect(name).toMatch(/^[\p{L}\p{N}\p{M}_]+$/u);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
        }
      },
    ),
  );
});

test("a label is one line", () => {
  expect(tidyLabel("\t\n\v start \r\n end \u200b ")).toBe("start end");
});

test("a label has at most 500 characters, and no half of one", () => {
  expect(tidyLabel("x".repeat(100_000))).toBe("x".repeat(500));
  expect(tidyLabel(`${"x".repeat(499)}😀`)).toBe("x".repeat(499));
});

test("a long label that tells columns apart still does when it is cut", () => {
  const [one = "", other = ""] = ["a", "b"].map((end) => boundedLabel(`${"😀".repeat(50_000)}${end}`));
  expect(one).toMatch(/^(?:😀){245}~[0-9a-f]{8}$/u);
  expect(one.length).toBeLessThanOrEqual(500);
  expect(other).not.toBe(one);
  expect(boundedLabel("x".repeat(500))).toBe("x".repeat(500));
});
