const DAY_MS = 86_400_000;

/** ISO 8601 week of a moment in UTC: its name (`2026-W47`) and the moment the next one starts. */
export function isoWeek(at: Date): { readonly name: string; readonly resetsAt: Date } {
  const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  const weekday = (at.getUTCDay() + 6) % 7;
  const monday = midnight - weekday * DAY_MS;
  const thursday = new Date(monday + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return { name: `${year}-W${String(week).padStart(2, "0")}`, resetsAt: new Date(monday + 7 * DAY_MS) };
}
