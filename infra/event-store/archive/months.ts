/** Who looks at a run mostly does in its month or the next. No program repeats a call as late. */
const DAYS_AT_HAND = 31;
const DAY_MS = 24 * 60 * 60_000;

/** The month before which runs are archived unless another is asked for: all that ended 31 days ago or earlier. */
export function defaultMonth(now: Date): string {
  return monthOf(new Date(now.getTime() - DAYS_AT_HAND * DAY_MS));
}

/** A month (`YYYY-MM`, UTC) before which all months are over; null if it is none, or has not begun. */
export function closedMonth(text: string, now: Date): string | null {
  return /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) && text <= monthOf(now) ? text : null;
}

function monthOf(date: Date): string {
  const month = String(date.getUTCMonth() + 1).padStart(2, "0");
  return `${date.getUTCFullYear()}-${month}`;
}
