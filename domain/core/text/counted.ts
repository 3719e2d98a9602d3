const counts = new Intl.NumberFormat("en-GB");

/** 33231 → "33,231". */
export function formatCount(n: number): string {
  return counts.format(n);
}

/** The word for a number: `one` with 1, `many` with any other. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? one : many;
}

/** "1 row", "33,231 rows". */
export function counted(n: number, one: string, many?: string): string {
  return `${formatCount(n)} ${plural(n, one, many)}`;
}
