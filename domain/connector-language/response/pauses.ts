/** Why a pull pauses: the API `asked` for it, a `retry` comes later, or `rate_limit` spaces the request that is next. */
export type PauseCause = "asked" | "retry" | "rate_limit";

/** Milliseconds as seconds, to a tenth. */
export function inSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** How long a pull paused, and who asked for it: "12 s, as the API asked". */
export function pauseWords({ ms, cause }: { ms: number; cause: PauseCause }): string {
  return `${inSeconds(ms)} s${cause === "asked" ? ", as the API asked" : ""}`;
}
