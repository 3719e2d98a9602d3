import { expect, test } from "vitest";
import { detectedWords } from "./setting-fields.tsx";

test("what was detected in a file is said in one line", () => {
  const found = { encoding: "utf-8", delimiter: "semicolon", quote: "double", header: "yes", skip_lines: "0" };
  expect(detectedWords(found)).toBe("utf-8, semicolons between cells, names in the first row.");
  const odd = { ...found, encoding: "windows-1252", delimiter: null, header: "no", skip_lines: "2" };
  expect(detectedWords(odd)).toBe("windows-1252, no names of columns, 2 lines before the table.");
});
