/** An ISO 8601 duration: calendar months are separate from exact time, because months differ in length. */
export interface Duration {
  months: number;
  ms: number;
}

const DURATION =
  /^P(?!$)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?!$)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/;
const DAY_MS = 86_400_000;

/** Reads `P1M`, `P7D`, `PT6H`; null for anything else and for a zero duration. */
export function parseDuration(text: string): Duration | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const duration = {
    months: years * 12 + months,
    ms: (weeks * 7 + days) * DAY_MS + hours * 3_600_000 + minutes * 60_000 + seconds * 1_000,
  };
  return duration.months === 0 && duration.ms === 0 ? null : duration;
}

/** Why a text is not a duration of the language, or null. */
export function durationFault(text: string): string | null {
  if (parseDuration(text) !== null) return null;
  return DURATION.test(text)
    ? "This duration must be longer than nothing."
    : "This must be an ISO 8601 duration such as P7D, P1M or PT6H.";
}

/** Adds a duration several times (negative: subtracts) in UTC; the 31st plus a month is that month's last day. */
export function addDuration(ms: number, duration: Duration, times: number): number {
  const date = new Date(ms);
  if (duration.months !== 0) {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + duration.months * times);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
  }
  return date.getTime() + duration.ms * times;
}
