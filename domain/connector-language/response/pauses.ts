import type { PullNote } from "../engine/engine-ports.ts";

/** Milliseconds as seconds, to a tenth. */
export function inSeconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}

/** How long a pull paused, and who asked for it: "12 s, as the API asked". */
export function pauseWords({ ms, cause }: Pick<Extract<PullNote, { kind: "wait" }>, "ms" | "cause">): string {
  return `${inSeconds(ms)} s${cause === "asked" ? ", as the API asked" : ""}`;
}
