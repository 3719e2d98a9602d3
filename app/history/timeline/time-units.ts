/** How long the bars of a timeline are. Each is a unit of date_trunc. */
export const TIME_UNITS = ["hour", "day", "week", "month", "year"] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** Bars that a timeline has at most, as long as a year is long enough. */
const MOST_BARS = 100;
const DAY_MS = 86_400_000;
const LENGTHS = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, year: 365 * DAY_MS };

/** The shortest unit by which two times are no more bars apart than a picture has room for. */
export function unitFor(from: string, to: string): TimeUnit {
  const span = Date.parse(to) - Date.parse(from);
  return TIME_UNITS.find((unit) => span <= LENGTHS[unit] * (MOST_BARS - 2)) ?? "year";
}

/** The start of the unit (UTC, weeks from Monday) that a time is in. */
export function unitStart(time: string, unit: TimeUnit): string {
  const at = new Date(time);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const start = {
    hour: () => Date.UTC(year, month, day, at.getUTCHours()),
    day: () => Date.UTC(year, month, day),
    week: () => Date.UTC(year, month, day - ((at.getUTCDay() + 6) % 7)),
    month: () => Date.UTC(year, month),
    year: () => Date.UTC(year, 0),
  }[unit]();
  return new Date(start).toISOString();
}

/** Bars that a timeline has room for at least, so that a single one is not as wide as all of it. */
const FEWEST_BARS = 24;

/** Where a timeline begins whose first event is at a time. */
export function timelineStart(first: string, until: string, unit: TimeUnit): string {
  const latest = new Date(Date.parse(until) - FEWEST_BARS * LENGTHS[unit]).toISOString();
  return unitStart(first < latest ? first : latest, unit);
}

/** The start of the unit after one. */
export function nextUnit(start: string, unit: TimeUnit): string {
  const at = new Date(start);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  if (unit === "month") return new Date(Date.UTC(year, month + 1)).toISOString();
  if (unit === "year") return new Date(Date.UTC(year + 1, 0)).toISOString();
  return new Date(at.getTime() + LENGTHS[unit]).toISOString();
}
