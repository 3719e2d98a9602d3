import { expect, test } from "vitest";
import { finding } from "#domain/core/findings/finding.ts";
import type { DatasetFailure } from "#domain/dataset/load-failure.ts";
import { loadFailureAnswer, loadFailureSentence } from "./load-failures.ts";

const cases: readonly [DatasetFailure, number, string][] = [
  [{ code: "empty", facts: {} }, 400, "The file is empty."],
  [{ code: "no-rows", facts: {} }, 400, "The file holds no rows."],
  [{ code: "not-a-table", facts: { kind: "json" } }, 400, "This is not a CSV, Excel, JSON or Parquet file but JSON."],
  [
    { code: "not-a-table", facts: { kind: "binary" } },
    400,
    "This is not a CSV, Excel, JSON or Parquet file: it holds other binary data.",
  ],
  [{ code: "no-fitting-row", facts: { columns: 1 } }, 400, "No row of the file fits its header of 1 column."],
  [{ code: "bad-encoding", facts: {} }, 400, "The encoding of the file could not be detected."],
  [{ code: "bad-gzip", facts: {} }, 400, "The packed file is damaged or cut off."],
  [
    { code: "file-damaged", facts: { format: "json", line: 9 } },
    400,
    "This seems to be a JSON file, but it is damaged or cut off (line 9).",
  ],
  [{ code: "other-format", facts: { format: "xlsx" } }, 400, "The file is not an Excel workbook, which was chosen."],
  [
    { code: "over-file-limit", facts: { what: "times", limit: 1_000 } },
    413,
    "The file becomes more than 1,000 times as large when it is unpacked.",
  ],
  [
    { code: "entry-unnamed", facts: { entries: ["a.csv", "b.csv"], count: 30 } },
    400,
    "The ZIP file has 30 files: choose one of a.csv, b.csv and 28 more.",
  ],
  [
    { code: "entry-missing", facts: { entry: "c.csv", entries: ["a.csv"], count: 1 } },
    400,
    "The ZIP file has no file c.csv. It has a.csv.",
  ],
  [
    { code: "sheet-missing", facts: { sheet: "2026", sheets: ["2025"], count: 1 } },
    400,
    "The workbook has no sheet 2026. It has 2025.",
  ],
  [{ code: "unclosed-quote", facts: { line: 18 } }, 400, "The quote that opens in line 18 is never closed."],
  [{ code: "too-large", facts: { maxBytes: 2e9 } }, 413, "The file is larger than the limit of 2 GB."],
  [
    { code: "columns-too-long", facts: { maxBytes: 1_000_000 } },
    413,
    "The names and labels of the columns are too long: the log takes 1 MB at once.",
  ],
  [
    { code: "too-many-columns", facts: { columns: 1601, maxColumns: 1600 } },
    413,
    "The file has 1601 columns; the limit is 1600.",
  ],
  [{ code: "first-row-too-large", facts: { maxBytes: 1e6 } }, 413, "The first row is longer than 1 MB."],
  [
    { code: "cell-too-large", facts: { line: 3, maxBytes: 1_500 } },
    413,
    "Line 3 holds a cell larger than the limit of 1.5 kB.",
  ],
  [
    { code: "source", facts: { finding: finding("host-unknown", { host: "files.example" }) } },
    422,
    "The host files.example could not be found. Check the address or this server's network.",
  ],
  [{ code: "quota", facts: {} }, 429, "You have uploaded as much as one day allows. Try again tomorrow."],
  [
    { code: "no-room", facts: {} },
    507,
    "There is no room left on the server's disk. Try again later, or tell the people who run this server.",
  ],
  [{ code: "cancelled", facts: {} }, 409, "The load was cancelled."],
  [
    { code: "fault", facts: {} },
    500,
    "Something went wrong on our side while the file was loaded. It has been recorded; try again.",
  ],
  [{ code: "unknown", facts: { sentence: "Line 18 opens a quote." } }, 400, "Line 18 opens a quote."],
  [{ code: "instance-removed", facts: {} }, 409, "The connection was removed before there were rows."],
];

test.each(cases)("$code has its status and its sentence", (failure, status, sentence) => {
  expect(loadFailureAnswer(failure)).toMatchObject({ status, error: sentence });
  expect(loadFailureSentence(failure)).toBe(sentence);
});

test("says when the same file may go well later", () => {
  const later = (failure: DatasetFailure) => loadFailureAnswer(failure).retryAfterSeconds;
  expect(later({ code: "quota", facts: {} })).toBe(3_600);
  expect(later({ code: "no-room", facts: {} })).toBe(3_600);
  expect(later({ code: "too-large", facts: { maxBytes: 1 } })).toBeUndefined();
});
