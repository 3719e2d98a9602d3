export type DateKind = "date" | "timestamp" | "timestamptz";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(Z|[+-](\d{2}):?(\d{2})?)?$/;
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * What an ISO 8601 text is: a date, a date-time with zone, or one without; null for everything else. Only real
 * calendar days count, and no more fractional digits than a database timestamp keeps (6), so that nothing is cut.
 */
export function dateKind(text: string): DateKind | null {
  if (text.length < 10 || text.length > 33) return null;
  const day = DATE.exec(text);
  if (day !== null) return isDay(day) ? "date" : null;
  const time = TIME.exec(text);
  if (time === null || !isDay(time)) return null;
  const [hour, minute, second] = [time[4], time[5], time[6] ?? "0"].map(Number);
  if ((hour ?? 24) > 23 || (minute ?? 60) > 59 || (second ?? 60) > 59) return null;
  if (Number(time[9] ?? 0) > 14 || Number(time[10] ?? 0) > 59) return null;
  return time[8] === undefined ? "timestamp" : "timestamptz";
}

function isDay(match: RegExpExecArray): boolean {
  const [year, month, day] = [match[1], match[2], match[3]].map(Number);
  if (year === undefined || month === undefined || day === undefined || year === 0) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && !leap ? 28 : (MONTH_DAYS[month - 1] ?? 0));
}
