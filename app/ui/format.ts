const counts = new Intl.NumberFormat("en-GB");

/** 33231 → 33,231. */
export function formatCount(n: number): string {
  return counts.format(n);
}

/** "1 row", "33,231 rows". */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`;
}

/** Free, or dollars with two decimals. */
export function formatPrice(price: number): string {
  return price === 0 ? "Free" : `$${price.toFixed(2)}`;
}

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** "2 March 2026", UTC. */
export function formatDate(iso: string): string {
  return days.format(new Date(iso));
}

/** "2026-03-02 11:30:07 UTC". */
export function formatExact(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

const spans: [string, number][] = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000]];

/** "3 h ago" under seven days, the date beyond; both ends ISO times. */
export function formatAgo(iso: string, now: string): string {
  const passed = new Date(now).getTime() - new Date(iso).getTime();
  if (passed >= 7 * 86_400_000) return formatDate(iso);
  for (const [unit, length] of spans) if (passed >= length) return `${Math.floor(passed / length)} ${unit} ago`;
  return "just now";
}

/** "in 12 min" under seven days, "on 2 March 2026" beyond, "now" for what is due; both ends ISO times. */
export function formatAhead(iso: string, now: string): string {
  const left = new Date(iso).getTime() - new Date(now).getTime();
  if (left >= 7 * 86_400_000) return `on ${formatDate(iso)}`;
  for (const [unit, length] of spans) if (left >= length) return `in ${Math.floor(left / length)} ${unit}`;
  return left > 0 ? "in less than a minute" : "now";
}

/** "1.8 s", "4 min 12 s"; both ends ISO times. */
export function formatDuration(start: string, end: string): string {
  const seconds = Math.max(0, (new Date(end).getTime() - new Date(start).getTime()) / 1000);
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** 18_400_000 → "18.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** 360 → "Every 6 hours"; 0 → "By hand only". */
export function formatInterval(minutes: number): string {
  if (minutes <= 0) return "By hand only";
  if (minutes % 1440 === 0) return minutes === 1440 ? "Every day" : `Every ${minutes / 1440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? "Every hour" : `Every ${minutes / 60} hours`;
  return `Every ${formatCount(minutes)} minutes`;
}
