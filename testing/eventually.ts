import { setTimeout as wait } from "node:timers/promises";

/** Calls `question` until it returns something other than null, undefined and false; at most `withinMs`. */
export async function eventually<T>(
  question: () => Promise<T | null | undefined | false>,
  withinMs = 50_000,
  what = "What was expected did not happen",
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const answer = await question();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (Date.now() > until) throw new Error(`${what} within ${withinMs / 1000} s`);
    await wait(50);
  }
}
