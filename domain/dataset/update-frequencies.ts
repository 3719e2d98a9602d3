/** How often new rows are expected, by the words of the EU's frequency list. */
export const UPDATE_FREQUENCIES = [
  "continuous",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "quarterly",
  "annual",
  "irregular",
  "never",
] as const;
export type UpdateFrequency = (typeof UPDATE_FREQUENCIES)[number];

export function isUpdateFrequency(text: string): text is UpdateFrequency {
  return UPDATE_FREQUENCIES.some((each) => each === text);
}
