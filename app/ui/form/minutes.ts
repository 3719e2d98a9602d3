/** Units of an interval in forms, with their minutes. */
export const INTERVAL_UNITS = [
  { value: "minutes", label: "minutes", minutes: 1 },
  { value: "hours", label: "hours", minutes: 60 },
  { value: "days", label: "days", minutes: 1_440 },
] as const;

/** An interval of so many minutes in the largest unit that fits: 120 is 2 hours. */
export function intervalShown(minutes: number): { readonly every: string; readonly unit: string } {
  if (minutes === 0) return { every: "", unit: "hours" };
  const fitting = INTERVAL_UNITS.findLast((unit) => minutes % unit.minutes === 0) ?? INTERVAL_UNITS[0];
  return { every: String(minutes / fitting.minutes), unit: fitting.value };
}

/** The minutes of a typed interval, 0 if it is empty; null: it is no whole number of minutes. */
export function minutesTyped(every: string, unit: string): number | null {
  if (every.trim() === "") return 0;
  const length = INTERVAL_UNITS.find(({ value }) => value === unit)?.minutes;
  const minutes = Number(every) * (length ?? Number.NaN);
  return Number.isSafeInteger(minutes) && minutes >= 0 ? minutes : null;
}
