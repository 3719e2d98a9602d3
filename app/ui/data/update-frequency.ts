import { isUpdateFrequency, UPDATE_FREQUENCIES, type UpdateFrequency } from "#domain/dataset/update-frequencies.ts";

const WORDS: Readonly<Record<UpdateFrequency, string>> = {
  continuous: "Continuously",
  hourly: "Every hour",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
  quarterly: "Every quarter",
  annual: "Every year",
  irregular: "Irregularly",
  never: "Never again",
};

const DAY_MS = 86_400_000;
/** The days between updates; absent: none are expected at a time. */
const DAYS: Partial<Record<UpdateFrequency, number>> = {
  continuous: 1 / 24,
  hourly: 1 / 24,
  daily: 1,
  weekly: 7,
  monthly: 31,
  quarterly: 92,
  annual: 366,
};

/** The update frequencies as options of a form. */
export const FREQUENCY_OPTIONS: { value: string; label: string }[] = [
  { value: "", label: "Not stated" },
  ...UPDATE_FREQUENCIES.map((value) => ({ value, label: WORDS[value] })),
];

/** "Every day"; null: it is not stated. */
export function frequencyWords(frequency: string): string | null {
  return isUpdateFrequency(frequency) ? WORDS[frequency] : null;
}

/** Whether the newest rows are older than twice the time in which new ones were expected. */
export function isStale(frequency: string, updatedAt: string, now: string): boolean {
  const days = isUpdateFrequency(frequency) ? DAYS[frequency] : undefined;
  return days !== undefined && Date.parse(now) - Date.parse(updatedAt) > 2 * days * DAY_MS;
}
