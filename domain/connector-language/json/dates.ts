export type DateKind = "date" | "timestamp" | "timestamptz";

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const REST = /^(?:\.\d{1,6})?(?:Z|[+-](\d{2}):?(\d{2})?)?$/;

/**
 * What an ISO 8601 text is: a date, a date-time with zone, or one without; null for everything else. Only real
 * calendar days count, and no more fractional digits than a database timestamp keeps (6), so that nothing is cut.
 * Every text cell of every pull comes by here: most leave at the first comparison.
 */
export function dateKind(text: string): DateKind | null {
  if (text.length < 10 || text.length > 33 || text[4] !== "-" || text[7] !== "-") return null;
  if (!isDay(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2))) return null;
  if (text.length === 10) return "date";
  if ((text[10] !== "T" && text[10] !== " ") || text[13] !== ":") return null;
  const seconds = text[16] === ":";
  const [hour, minute, second] = [digits(text, 11, 2), digits(text, 14, 2), seconds ? digits(text, 17, 2) : 0];
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return null;
  const rest = text.slice(seconds ? 19 : 16);
  if (rest === "Z") return "timestamptz";
  if (rest === "") return "timestamp";
  const zone = REST.exec(rest);
  if (zone === null || (rest.startsWith(".") && !seconds)) return null;
  if (Number(zone[1] ?? 0) > 14 || Number(zone[2] ?? 0) > 59) return null;
  return zone[1] !== undefined || rest.endsWith("Z") ? "timestamptz" : "timestamp";
}

/** The number that so many digits from a place on make; -1 when they are not all digits. */
function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && !leap ? 28 : (MONTH_DAYS[month - 1] ?? 0));
}

const MAIL_DATE = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC?|[+-]\d{4})$/;

/**
 * The ISO 8601 text of a value that is declared to be a date, or null: ISO 8601 itself, finer than microseconds cut to
 * them, and the dates of mail and HTTP (`Wed, 31 Aug 2016 20:36:28 +0000`).
 */
export function dateText(text: string): string | null {
  if (dateKind(text) !== null) return text;
  const fine = text.replace(/(\.\d{6})\d+/, "$1");
  if (dateKind(fine) !== null) return fine;
  const ms = MAIL_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().replace(".000Z", "Z");
}
