const counts = new Intl.NumberFormat("en-GB");

/** 33231 → "33,231". */
export function formatCount(n: number): string {
  // Most counts of a list are small, and the formatter takes as long as the element around them.
  return Number.isInteger(n) && n >= 0 && n < 1_000 ? String(n) : counts.format(n);
}

/** The word for a number: `one` with 1, `many` with any other. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** "1 row", "33,231 rows". */
export function counted(n: number, one: string, many?: string): string {
  return `${formatCount(n)} ${plural(n, one, many)}`;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** `8 MB`: for limits in sentences. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${Math.round(value * 10) / 10} ${UNITS[unit]}`;
}
