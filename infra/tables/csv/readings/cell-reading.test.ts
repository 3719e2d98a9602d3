import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isColumnReading, parseReading } from "#domain/dataset/column-reading.ts";
import { cellReading } from "./cell-reading.ts";

const read = (reading: string, text: string) => cellReading(reading)?.convert(text);
const cents = fc.integer({ min: -999_999_999, max: 999_999_999 });
/** A day from 0001 to 9999. */
const day = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 10)}`);
/** One whose year two digits tell. */
const nearDay = fc
  .date({ min: new Date("1969-01-01T00:00:00Z"), max: new Date("2068-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 10)}`);
const partsOf = (iso: string) => iso.split("-") as [string, string, string];
const bare = (part: string) => String(Number(part));

describe("what is rendered is read back", () => {
  test.each([
    ["de-DE", "thousands-point"],
    ["fr-FR", "thousands-point"],
    ["es-ES", "thousands-point"],
    ["pl-PL", "thousands-point"],
    ["en-US", "thousands-comma"],
    ["de-CH", "thousands-comma"],
  ])("numbers of %s as %s", (locale, reading) => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    fc.assert(
      fc.property(cents, (value) => {
        expect(Number(read(reading, format.format(value / 100)))).toBe(value / 100 + 0);
      }),
    );
  });

  test.each([
    ["de-DE", "EUR", "currency-comma"],
    ["fr-FR", "EUR", "currency-comma"],
    ["en-US", "USD", "currency"],
    ["en-GB", "GBP", "currency"],
    ["pl-PL", "PLN", "currency-comma"],
    ["de-CH", "CHF", "currency"],
  ])("money of %s in %s as %s", (locale, currency, reading) => {
    const plain = new Intl.NumberFormat(locale, { style: "currency", currency });
    const accounts = new Intl.NumberFormat(locale, { style: "currency", currency, currencySign: "accounting" });
    const named = currency === "USD" ? "$" : currency;
    for (const format of [plain, accounts])
      fc.assert(
        fc.property(cents, (value) => {
          expect(Number(read(`${reading}(${named})`, format.format(value / 100)))).toBe(value / 100 + 0);
        }),
      );
  });

  test.each([
    ["de-DE", "percent-comma"],
    ["en-US", "percent"],
  ])("percentages of %s as %s", (locale, reading) => {
    const format = new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 2 });
    fc.assert(
      fc.property(fc.integer({ min: -99_999, max: 99_999 }), (value) => {
        expect(Number(read(reading, format.format(value / 10_000)))).toBe(value / 10_000 + 0);
      }),
    );
  });

  test("dates by their order", () => {
    fc.assert(
      fc.property(day, fc.constantFrom(".", "/", "-"), fc.boolean(), (iso, sign, isShort) => {
        const [year, month, date] = partsOf(iso);
        const [m, d] = isShort ? [bare(month), bare(date)] : [month, date];
        expect(read("day-first", [d, m, year].join(sign))).toBe(iso);
        expect(read("month-first", [m, d, year].join(sign))).toBe(iso);
        expect(read("year-first", [year, m, d].join(sign))).toBe(iso);
        expect(read("year-first", `${year}${month}${date}`)).toBe(iso);
        expect(read("day-first-time", `${[d, m, year].join(sign)} 9:05`)).toBe(`${iso}T09:05:00`);
      }),
    );
  });

  test("dates with years of two digits", () => {
    fc.assert(
      fc.property(nearDay, (iso) => {
        const [year, month, date] = partsOf(iso);
        expect(read("day-first", `${date}.${month}.${year.slice(2)}`)).toBe(iso);
        expect(read("month-first", `${month}/${date}/${year.slice(2)}`)).toBe(iso);
        expect(read("year-first", `${year.slice(2)}-${month}-${date}`)).toBe(iso);
      }),
    );
  });

  test.each([
    "en-US",
    "en-GB",
    "de-DE",
    "fr-FR",
    "es-ES",
    "it-IT",
    "pt-PT",
    "nl-NL",
    "da-DK",
    "nb-NO",
    "sv-SE",
    "pl-PL",
  ])("dates of %s with the names of months", (locale) => {
    const long = new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" });
    fc.assert(
      fc.property(nearDay, (iso) => {
        expect(read("month-name", long.format(new Date(iso)))).toBe(iso);
      }),
    );
  });

  test("weeks of ISO 8601", () => {
    fc.assert(
      fc.property(nearDay, (iso) => {
        const date = new Date(iso);
        const weekday = ((date.getUTCDay() + 6) % 7) + 1;
        const thursday = new Date(date.getTime() + (4 - weekday) * 86_400_000);
        const week =
          Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * 86_400_000)) + 1;
        const written = `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}-${weekday}`;
        expect(read("week", written)).toBe(iso);
        expect(read("week", written.replaceAll("-", ""))).toBe(iso);
      }),
    );
    expect(read("week", "2025-W53-1")).toBeNull();
    expect(read("week", "2025-W02")).toBe("2025-01-06");
  });

  test("durations", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.nat(59), fc.nat(59), (hours, minutes, seconds) => {
        const all = String(hours * 3600 + minutes * 60 + seconds);
        const two = (part: number) => String(part).padStart(2, "0");
        expect(read("duration", `${hours}:${two(minutes)}:${two(seconds)}`)).toBe(all);
        expect(read("duration", `PT${hours}H${minutes}M${seconds}S`)).toBe(all);
      }),
    );
  });
});

test.each([
  ["number", "(12)", "-12"],
  ["number", "12-", "-12"],
  ["number", "+12", "12"],
  ["number", "\u221212", "-12"],
  ["number", "(-12)", null],
  ["number", "-12-", null],
  ["number", "1,5", null],
  ...["integer", "double", "decimal", "decimal(6,2)"].flatMap((reading) =>
    ["(12)", "12-", "+12", "\u221212", "12 -", "- 12", "12E4", "12."].map((text): [string, string, null] => [
      reading,
      text,
      null,
    ]),
  ),
  ["integer", "12.0", "12"],
  ["integer", "1e3", "1000"],
  ["integer", "12.5", null],
  ["integer", "9223372036854775808", null],
  ["double", "12345678901234567", null],
  ["double", "12345678901234567890", null],
  ["integer", "12345678901234567890", null],
  ["decimal", "12345678901234567890", "12345678901234567890"],
  ["decimal(38,0)", "-12345678901234567890", "-12345678901234567890"],
  ["decimal(20,2)", "12345678901234567890", null],
  ["thousands-point(38,2)", "9.223.372.036.854.775.808,5", "9223372036854775808.50"],
  ["currency(EUR)", "12345678901234567890 \u20ac", null],
  ["decimal", "012345678901234567890", null],
  ["decimal", "9".repeat(101), null],
  ["date", "12345678901234567890", null],
  ["decimal", "1.50", "1.50"],
  ["decimal", "1.5e-3", "0.0015"],
  ["decimal(6,2)", "5", "5.00"],
  ["decimal(6,2)", "-1234.5", "-1234.50"],
  ["decimal(6,2)", "1.500", "1.50"],
  ["decimal(6,2)", "1.505", null],
  ["decimal(6,2)", "12345", null],
  ["thousands-point(12,2)", "2.103,91", "2103.91"],
  ["thousands-point", "2.103.91", null],
  ["thousands-comma", "1,23", null],
  ["percent", "12.5 %", "0.125"],
  ["percent", "%5", "0.05"],
  ["percent", "12.5", null],
  ["percent-comma", "(2,5 %)", null],
  ["currency", "5 €", null],
  ["currency(EUR)", "5 €", "5"],
  ["currency(EUR)", "EUR 5", "5"],
  ["currency(EUR)", "5 $", null],
  ["currency(EUR)", "5", "5"],
  ["currency(EUR)", "(€5.50)", "-5.50"],
  ["currency-comma(EUR)", "1.234,50- ", "-1234.50"],
  ["currency(EUR)", "5 Stk", null],
  ["duration", "25:10", "90600"],
  ["duration", "-0:30", "-1800"],
  ["duration", "P1D", "86400"],
  ["duration", "P", null],
  ["duration", "PT", null],
  ["duration", "P1Y", null],
  ["day-first", "31.12.2025", "2025-12-31"],
  ["day-first", "31.02.2025", null],
  ["day-first", "31. 12. 2025", "2025-12-31"],
  ["day-first", "12/31/2025", null],
  ["day-first", "31.12.225", null],
  ["month-first-time", "12/31/2025 12:05 AM", "2025-12-31T00:05:00"],
  ["month-first-time", "12/31/2025, 2:30:15 PM", "2025-12-31T14:30:15"],
  ["month-first-time", "12/31/2025 13:30 PM", null],
  ["day-first-time", "31.12.2025 14:30 Uhr", "2025-12-31T14:30:00"],
  ["day-first-time", "31.12.2025", null],
  ["month-name", "31-Dec-25", "2025-12-31"],
  ["month-name", "Dec 31st, 2025", "2025-12-31"],
  ["month-name", "1er août 2025", "2025-08-01"],
  ["month-name", "3. Jänner 2025", "2025-01-03"],
  ["month-name", "31 Foo 2025", null],
  ["month-name", "Dezember 2025", null],
  ["yes-no", "Nein", "false"],
  ["yes-no", "maybe", null],
  ["number", `1${" ".repeat(300)}x`, null],
])("as %s, %s is %s", (reading, text, value) => {
  expect(read(reading, text)).toBe(value);
});

test("readings with brackets are known by what is in them", () => {
  expect(parseReading("decimal(12,2)")).toEqual({ name: "decimal", size: { precision: 12, scale: 2 }, currency: null });
  expect(parseReading("currency(EUR)")).toEqual({ name: "currency", size: null, currency: "EUR" });
  expect(parseReading("currency-comma(eur)")?.currency).toBe("EUR");
  expect(parseReading("currency(US$)")?.currency).toBe("US$");
  for (const wrong of [
    "currency(EURO)",
    "currency(xx)",
    "decimal(2,3)",
    "decimal(39,2)",
    "decimal(0,0)",
    "date(2)",
    "money",
    "decimal(",
    "",
  ])
    expect(isColumnReading(wrong)).toBe(false);
});
