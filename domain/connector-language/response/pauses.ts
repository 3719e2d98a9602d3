/** Why a pull pauses: the API `asked` for it, a `retry` follows, or `rate_limit` delays the next request. */
export type PauseCause = "asked" | "retry" | "rate_limit";

/** Milliseconds in seconds, to a tenth. */
export function inSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** How long a pull paused, and why: "12 s, as the API asked". */
export function pauseWords({ ms, cause }: { ms: number; cause: PauseCause }): string {
  return `${inSeconds(ms)} s${cause === "asked" ? ", as the API asked" : ""}`;
}
