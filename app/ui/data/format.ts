export { counted, formatCount, plural } from "#domain/core/text/counted.ts";
import { counted } from "#domain/core/text/counted.ts";

/** A measured value without the noise of floating point: 2.1136, not 2.113600000000001. */
export function formatValue(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)));
}

/** Free, or dollars with two decimals. */
export function formatPrice(price: number): string {
  return price === 0 ? "Free" : `$${price.toFixed(2)}`;
}

const months = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });
const monthNames = Array.from({ length: 12 }, (_, month) => months.format(Date.UTC(2026, month, 15)));

/** "2 March 2026", UTC. */
export function formatDate(iso: string): string {
  const day = new Date(iso);
  return `${day.getUTCDate()} ${monthNames[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** "2026-03-02 11:30:07 UTC". */
export function formatExact(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * "12 min", "5 h", "6 d": the nearest whole number of the largest unit; null below half a minute and from seven days
 * on.
 */
function roughly(ms: number): string | null {
  const [minutes, hours, days] = [MINUTE_MS, HOUR_MS, DAY_MS].map((unit) => Math.round(ms / unit)) as [
    number,
    number,
    number,
  ];
  if (minutes < 1 || days >= 7) return null;
  return minutes < 60 ? `${minutes} min` : hours < 24 ? `${hours} h` : `${days} d`;
}

/** "3 h ago" under seven days, the date beyond; both ends ISO times. */
export function formatAgo(iso: string, now: string): string {
  const passed = Date.parse(now) - Date.parse(iso);
  const rough = roughly(passed);
  if (rough !== null) return `${rough} ago`;
  return passed < MINUTE_MS ? "just now" : formatDate(iso);
}

/** "in 12 min" under seven days, "on 2 March 2026" beyond, "now" if it is due; both ends ISO times. */
export function formatAhead(iso: string, now: string): string {
  const left = Date.parse(iso) - Date.parse(now);
  const rough = roughly(left);
  if (rough !== null) return `in ${rough}`;
  if (left <= 0) return "now";
  return left < MINUTE_MS ? "in less than a minute" : `on ${formatDate(iso)}`;
}

/** "1.8 s", "4 min 12 s", "1 h 5 min". */
export function formatMs(ms: number): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / MINUTE_MS);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The time between two ISO times, formatted like `formatMs`. */
export function formatDuration(start: string, end: string): string {
  return formatMs(Math.max(0, Date.parse(end) - Date.parse(start)));
}

/** 18_400_000 → "18.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const units = ["kB", "MB", "GB"];
  let size = bytes / 1_000;
  while (units.length > 1 && Math.round(size * 10) >= 10_000) {
    size /= 1_000;
    units.shift();
  }
  return `${size.toFixed(1)} ${units[0]}`;
}

/** 0.335 → "34 %"; one decimal under 10 %. Only an exact 0 is "0 %", and only an exact 1 is "100 %". */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "under 0.1 %";
  if (percent < 100 && Math.round(percent) === 100) return "over 99 %";
  return `${percent > 0 && Math.round(percent * 10) < 100 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/**
 * The shares of one whole, each as `formatShare` writes it. If they are all of it and these words do not add up to 100 %, all
 * have one decimal, and the last tenths go to those that lost most.
 */
export function formatShares(shares: readonly number[]): string[] {
  const words = shares.map(formatShare);
  const isWhole = Math.abs(shares.reduce((sum, share) => sum + share, 0) - 1) < 1e-9;
  if (!isWhole || words.reduce((sum, word) => sum + Number.parseFloat(word), 0) === 100) return words;
  if (shares.some((share) => share > 0 && share < 0.001)) return words;
  const tenths = shares.map((share) => Math.floor(share * 1_000 + 1e-9));
  const left = 1_000 - tenths.reduce((sum, each) => sum + each, 0);
  const lost = shares.map((share, at) => ({ at, by: share * 1_000 - (tenths[at] ?? 0) }));
  const raised = new Set(
    lost
      .toSorted((a, b) => b.by - a.by)
      .slice(0, left)
      .map(({ at }) => at),
  );
  return tenths.map((each, at) => `${((each + Number(raised.has(at))) / 10).toFixed(1)} %`);
}

/** 360 → "Every 6 hours"; 0 → "Manual only". */
export function formatInterval(minutes: number): string {
  if (minutes <= 0) return "Manual only";
  const [size, unit] = minutes % 1440 === 0 ? [1440, "day"] : minutes % 60 === 0 ? [60, "hour"] : [1, "minute"];
  return minutes === size ? `Every ${unit}` : `Every ${counted(minutes / size, unit)}`;
}
