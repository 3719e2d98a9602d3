import { expect, test } from "vitest";
import type { LoadReport } from "#domain/dataset/load-report.ts";
import { loadReportSentences } from "./load-report-sentences.ts";

const PLAIN: LoadReport = {
  encoding: "utf-8",
  encodingBy: "valid",
  gzip: false,
  delimiter: ",",
  quote: '"',
  escape: "double",
  padded: false,
  header: true,
  skippedLines: 0,
  skipped: [],
  rejected: 0,
  emptyRows: 0,
  emptyColumns: 0,
  dropped: [],
  nulBytes: 0,
  replaced: 0,
  replacedLines: [],
  textColumns: [],
  chosen: [],
};

test("a plain file needs three sentences", () => {
  expect(loadReportSentences(PLAIN)).toEqual([
    "The encoding is UTF-8.",
    "Commas separate cells.",
    "The first row has the names of the columns.",
  ]);
});

test("every decision and change has its sentence", () => {
  expect(
    loadReportSentences({
      ...PLAIN,
      encoding: "windows-1252",
      encodingBy: "detected",
      rival: {
        encoding: "iso-8859-15",
        letters: [
          { read: "½", instead: "œ" },
          { read: "¤", instead: "€" },
        ],
      },
      gzip: true,
      delimiter: "\t",
      quote: "'",
      escape: "backslash",
      padded: true,
      header: false,
      skippedLines: 3,
      skipped: [{ line: 2, text: "Sales of May" }],
      rejected: 1,
      emptyRows: 2,
      emptyColumns: 1,
      dropped: [4],
      nulBytes: 1,
      fileMarks: 2,
      replaced: 6,
      replacedLines: [3, 9, 12, 20],
      textColumns: [
        { column: "zip", reason: "leading-zeros", line: 5, text: "01234" },
        { column: "n", reason: "other-cell", line: 7, text: "n/a" },
        { column: "iban", reason: "too-many-digits", line: 8 },
        { column: "q", reason: "quoted-numbers", suggestions: ["number"] },
        { column: "v", reason: "versions", line: 3, text: "1.10", suggestions: ["number"] },
        { column: "t", reason: "durations", line: 4, text: "25:10" },
        { column: "p", reason: "notation", suggestions: ["decimal-comma", "thousands-point"] },
        { column: "m", reason: "mixed-kinds" },
      ],
      chosen: [{ column: "price", reading: "decimal-comma" }],
    }),
  ).toEqual([
    "The encoding Windows-1252 was detected.",
    "It is not certain: the file may be ISO-8859-15, with œ in place of ½, € in place of ¤.",
    "The file was unpacked (gzip).",
    "Tabs separate cells; apostrophes are the quotes.",
    "Spaces before cells were skipped.",
    "Backslashes escape quotes and delimiters.",
    "The file has no names of columns: they are column_1, column_2 and so on.",
    "3 lines before the table were skipped, such as line 2: Sales of May.",
    "1 row does not fit the columns and was set aside.",
    "2 rows without a value were left out.",
    "1 column without name and value was left out (position 4).",
    "1 NUL byte was removed.",
    "2 marks of the beginning or end of a file were removed (byte order mark, Ctrl-Z).",
    "6 characters are shown as \ufffd: the bytes are not Windows-1252 (lines 3, 9, 12 and more).",
    "zip is text, because a number begins with zero (line 5: 01234).",
    "n is text, because not every cell is of one type (line 7: n/a).",
    "iban is text, because a number has more digits than a number type holds (line 8).",
    "q is text, because its numbers are in quotes, others in the file are not; it can be read as number.",
    "v is text, because its numbers are spelled as those of versions or sections (line 3: 1.10); it can be read as number.",
    "t is text, because it has hours beyond a day (line 4: 25:10).",
    "p is text, because its cells are in a notation that is only read if it is chosen; it can be read as decimal-comma or thousands-point.",
    "m is text, because its cells are of several types.",
    "price was read as decimal-comma, as chosen.",
  ]);
});

test("where an encoding comes from, and a file of one column", () => {
  const first = (report: Partial<LoadReport>) => loadReportSentences({ ...PLAIN, ...report });
  expect(first({ encodingBy: "mark", encoding: "utf-16le" })[0]).toBe("The file says that its encoding is UTF-16le.");
  expect(first({ encodingBy: "chosen", encoding: "shift_jis" })[0]).toBe("The encoding shift_jis was chosen.");
  expect(first({ delimiter: null })[1]).toBe("The file has one column.");
});

test("what few files have is said too", () => {
  const report: LoadReport = {
    ...PLAIN,
    otherDelimiter: ";",
    marks: ["null", "formula", "return"],
    doubt: "row-numbers",
    rejected: 3,
    repeatedHeaders: 2,
    filledRows: 38,
    cutRows: 1,
  };
  expect(loadReportSentences(report).slice(2)).toEqual([
    "Semicolons would divide it nearly as well.",
    "\\N is an empty cell.",
    "Equals signs before quotes were left out.",
    "A carriage return alone is a character of a cell.",
    "The first row has the names of the columns.",
    "The first row has a name less than the rows have cells: the column of row numbers has none.",
    "3 rows do not fit the columns and were set aside.",
    "2 of them are the header again.",
    "38 rows end before the last column: the cells that lack are empty.",
    "1 row has empty cells behind the last column, which were left out.",
  ]);
  const divided = (by: LoadReport["divided"]) =>
    loadReportSentences({ ...PLAIN, delimiter: null, ...(by ? { divided: by } : {}) })[1];
  expect(divided({ by: "text", between: "::" })).toBe(":: separates cells.");
  expect(divided({ by: "spaces" })).toBe("Spaces separate cells.");
  expect(divided({ by: "places" })).toBe("Cells begin at the same places in all lines.");
});

test("a file of another format says what it is and which part of it was read", () => {
  const sheet = { entry: "a/levels.xlsx", sheet: "2025", others: ["2024", "Notes"], count: 2 };
  expect(
    loadReportSentences({
      ...{ ...PLAIN, delimiter: null, format: "xlsx", unpacked: ["zip"], part: sheet },
      emptied: [
        { kind: "error", count: 2, line: 18 },
        { kind: "no-result", count: 1, line: 4 },
      ],
    }),
  ).toEqual([
    "The file was unpacked (ZIP).",
    "It is an Excel workbook.",
    "Of the ZIP file, a/levels.xlsx was read.",
    "The rows are those of the sheet 2025.",
    "The sheets 2024, Notes were not read.",
    "2 cells have an error such as #N/A and are empty (the first in row 18).",
    "1 formula has no result in the file and is empty (the first in row 4).",
    "The first row has the names of the columns.",
  ]);
  const fields = { names: ["id", "page", "of.name", "of.day"], count: 203 };
  const list = { list: "data", others: ["meta"], count: 1, fields };
  expect(loadReportSentences({ ...PLAIN, gzip: true, format: "json", part: list })).toEqual([
    "The file was unpacked (gzip).",
    "It is JSON.",
    "The rows are those of the list data.",
    "The list meta was not read.",
    "Beside the lists 203 fields are in no row: id, page, of.name and 200 others.",
  ]);
  const entry = { entry: "a.csv", others: ["b.csv", "c.csv", "d.csv", "e.csv"], count: 9 };
  expect(loadReportSentences({ ...PLAIN, part: entry }).slice(1, 3)).toEqual([
    "Of the ZIP file, a.csv was read.",
    "The files in the ZIP file b.csv, c.csv, d.csv and 6 others were not read.",
  ]);
});
