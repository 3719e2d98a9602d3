import { counted } from "../../../ui/data/format.ts";

const MINUTE_MS = 60_000;
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** Runs of a plan in this week; `resetsAt`: when they are counted from 0 again, in ISO form. */
export type RunQuota = { readonly used: number; readonly limit: number; readonly resetsAt: string };

/**
 * What a schedule of this many minutes uses of the week's runs, if nothing else runs: "Uses all 50 runs of this week by
 * Monday 09:00 UTC." Null without a schedule.
 */
export function forecast(minutes: number, { used, limit, resetsAt }: RunQuota, now: string): string | null {
  if (!(minutes > 0)) return null;
  const left = Math.max(0, limit - used);
  if (left === 0) return `All ${limit} runs of this week are used. It runs again on Monday.`;
  const runs = Math.floor((Date.parse(resetsAt) - Date.parse(now)) / (minutes * MINUTE_MS));
  if (runs < left) return `Uses ${counted(runs, "more run")} this week, of ${left} left.`;
  const end = new Date(Date.parse(now) + left * minutes * MINUTE_MS);
  return `Uses all ${limit} runs of this week by ${DAYS[end.getUTCDay()]} ${end.toISOString().slice(11, 16)} UTC.`;
}
