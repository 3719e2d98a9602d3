import { setTimeout as wait } from "node:timers/promises";

/** A page and the cookie of whoever looks at it; null for a visitor. */
export type Click = { readonly path: string; readonly cookie: string | null };

export type Clicked = {
  /** Of each answer, in milliseconds, from the fastest on. */
  readonly times: readonly number[];
  /** Answers that were not 200, and requests without one. */
  readonly failures: readonly string[];
};

const PEOPLE = 50;
/** Each person looks at a page for about so long. */
const LOOKING_MS = 2_000;
const GIVE_UP_MS = 60_000;

/** Fifty people who open one page after the other until `until`. */
export async function clickUntil(url: string, clicks: readonly Click[], until: Promise<unknown>): Promise<Clicked> {
  const times: number[] = [];
  const failures: string[] = [];
  let ended = false;
  until.finally(() => (ended = true)).catch(() => undefined);
  const person = async (number: number): Promise<void> => {
    // They do not begin at the same moment.
    await wait((number / PEOPLE) * LOOKING_MS);
    for (let at = number; !ended; at += 1) {
      const { path, cookie } = clicks[at % clicks.length] as Click;
      const began = performance.now();
      const failure = await open(url + path, cookie);
      times.push(performance.now() - began);
      if (failure !== null) failures.push(`${path}: ${failure}`);
      await wait(LOOKING_MS * (0.5 + ((number * 7 + at * 3) % 11) / 10));
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number)));
  return { times: times.sort((a, b) => a - b), failures };
}

async function open(url: string, cookie: string | null): Promise<string | null> {
  try {
    const headers = { accept: "text/html", ...(cookie === null ? {} : { cookie }) };
    const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(GIVE_UP_MS) });
    await answer.arrayBuffer();
    return answer.status === 200 ? null : String(answer.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The time that this share of the answers took at most. */
export function percentile({ times }: Clicked, share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}
