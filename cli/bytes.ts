const MB = 1_000_000;

/** "12 kB", "3.4 MB" */
export function sizeOf(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / MB).toFixed(1)} MB`;
}
