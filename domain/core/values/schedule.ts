const MINUTE_MS = 60_000;

/**
 * When an instance runs by itself: at every whole number of `minutes` after `anchor`, the moment (in milliseconds) at
 * which the interval was set. Slots follow from the log alone and use absolute time, so every process computes the same
 * ones, and daylight saving time does not move them.
 */
export type Schedule = { readonly minutes: number; readonly anchor: number };

/**
 * The schedule after a setup was stored at a moment: the same interval keeps its slots, a new one starts at that
 * moment.
 */
export function rescheduled(before: Schedule | null, minutes: number, at: number): Schedule | null {
  if (minutes === 0) return null;
  return before?.minutes === minutes ? before : { minutes, anchor: at };
}

/** The first slot after a moment in milliseconds, as ISO 8601 text; the anchor itself is not a slot. */
export function slotAfter({ minutes, anchor }: Schedule, moment: number): string {
  const length = minutes * MINUTE_MS;
  const passed = Math.max(0, Math.floor((moment - anchor) / length));
  return new Date(anchor + (passed + 1) * length).toISOString();
}

/** How many slots lie between two moments, the second included. */
export function slotsBetween({ minutes, anchor }: Schedule, after: number, upTo: number): number {
  const passed = (moment: number) => Math.max(0, Math.floor((moment - anchor) / (minutes * MINUTE_MS)));
  return Math.max(0, passed(upTo) - passed(after));
}
