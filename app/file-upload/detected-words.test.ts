import { expect, test } from "vitest";
import { detectedWords, partsOf } from "./setting-fields.tsx";

test("what was detected in a file is said in one line", () => {
  const found = { encoding: "utf-8", delimiter: "semicolon", quote: "double", header: "yes", skip_lines: "0" };
  expect(detectedWords(found)).toBe("utf-8, semicolons between cells, names in the first row.");
  const odd = { ...found, encoding: "windows-1252", delimiter: null, header: "no", skip_lines: "2" };
  expect(detectedWords(odd)).toBe("windows-1252, no names of columns, 2 lines before the table.");
  const sheet = { format: "xlsx", entry: "a/b.xlsx", sheet: "Levels" };
  expect(detectedWords(found, sheet)).toBe(
    "Excel (.xlsx), the file a/b.xlsx, the sheet Levels, names in the first row.",
  );
});

test("the parts of a file are those that were found, or those of which none was chosen", () => {
  const names = ["2023", "2024"];
  expect(partsOf({ format: "xlsx", sheet: "2025", other_parts: { names } }, {})).toEqual({
    sheet: ["2025", ...names],
    entry: [],
  });
  expect(partsOf({ format: "csv", entry: "a.csv", other_parts: { names: ["b.csv"] } }, {})).toEqual({
    sheet: [],
    entry: ["a.csv", "b.csv"],
  });
  expect(partsOf({ format: "json", list: "data", other_parts: { names: ["meta"] } }, {})).toEqual({
    sheet: [],
    entry: [],
  });
  expect(partsOf(undefined, { entries: ["a.csv", "b.csv"] })).toEqual({ sheet: [], entry: ["a.csv", "b.csv"] });
});
