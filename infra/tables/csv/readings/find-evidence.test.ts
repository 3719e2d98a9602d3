import { expect, test } from "vitest";
import { findEvidence, otherNumbers } from "./find-evidence.ts";

const cells = (...texts: string[]) => texts.map((text, at) => ({ text, line: at + 2, isNative: false }));
const days = (count: number) => Array.from({ length: count }, (_, at) => `${(at % 28) + 1}.12.2025`);

test("one odd cell among dates is named with its line", () => {
  expect(findEvidence(cells(...days(119), "Summe"))).toMatchObject({
    reading: "day-first",
    cells: 120,
    fits: 119,
    misfits: [{ line: 121, text: "Summe" }],
    isOnly: false,
  });
  expect(findEvidence(cells(...days(119), "Summe"))?.empty).toBeUndefined();
});

test("words that are the only misfits may mean an empty cell", () => {
  expect(findEvidence(cells("1", "2", "k.A.", "3", "4", "-", "5"))).toMatchObject({
    reading: "number",
    fits: 5,
    empty: ["k.A.", "-"],
  });
  // Known as one, or found more than once.
  expect(findEvidence(cells("1", "2", "zu", "3", "4", "zu", "5"))?.empty).toEqual(["zu"]);
  expect(findEvidence(cells("1", "2", "k.A.", "3", "Summe", "5"))?.empty).toBeUndefined();
});

test.each([
  [["2.103,91", "12,5"], "thousands-point"],
  [["1.234,50 €", "3,00 €"], "currency-comma(EUR)"],
  [["12,5 %", "3 %"], "percent-comma"],
  [["31.12.2025", "01.02.2025"], "day-first"],
  [["31. Dez 2025", "1. Jan 2026"], "month-name"],
  [["31.12.2025 14:30", "01.02.2026 9:05"], "day-first-time"],
  [["2025-W01-1", "2025-W52"], "week"],
  [["EUR 5", "7"], "currency(EUR)"],
  [["ja", "Nein"], "yes-no"],
  [["s\u00ed", "No"], "yes-no"],
])("%j is only %s", (texts, reading) => {
  expect(findEvidence(cells(...texts))).toMatchObject({ reading, isOnly: true });
});

test.each([
  ["days that may be months", ["01.02.2025", "03.04.2025"]],
  ["years that may be days", ["01.02.03", "04.05.06"]],
  ["thousands that may be decimals", ["1,234", "2,345"]],
  ["plain numbers", ["1", "2"]],
  ["one word", ["no", "no"]],
  ["scores, or lengths of songs", ["28:25", "31:30"]],
  ["ratios", ["10:20:30", "1:02:03"]],
  ["items of an agenda", ["TOP 1", "TOP 2"]],
  ["countries", ["NO", "SI"]],
  ["words of two languages", ["ja", "no"]],
  ["versions", ["1.10.20", "1.13.20"]],
  ["years of two digits", ["31.12.99", "01.02.99"]],
  ["years of two digits with names", ["31-Dec-99", "1-Jan-98"]],
  ["years of two digits with times", ["31.12.99 14:30", "01.02.99 9:05"]],
  ["amounts of two currencies", ["5 €", "6 $"]],
])("no reading is the only one of %s", (_, texts) => {
  expect(findEvidence(cells(...texts))?.isOnly ?? false).toBe(false);
});

test("another reading with other values is the runner-up", () => {
  expect(findEvidence(cells("01.02.2025", "03.04.2025"))?.runnerUp).toBe("month-first");
  expect(otherNumbers("double precision", cells("1.234", "2.345"))?.runnerUp).toBe("thousands-point");
  expect(otherNumbers("double precision", cells("1.234", "2.34"))).toBeNull();
});

test("texts show nothing", () => {
  expect(findEvidence(cells("Rome", "Oslo", "Ann"))).toBeNull();
  expect(findEvidence([])).toBeNull();
});
