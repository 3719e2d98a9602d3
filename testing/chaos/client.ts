import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "../call.ts";
import type { Person } from "../person.ts";
import { emptyJournal, type Journal } from "./journal.ts";

/** What clients work with. */
export type World = {
  readonly people: readonly Person[];
  /** Ids of datasets that others may take access to. */
  readonly offered: readonly string[];
  /** Ids of connectors that others may connect to. */
  readonly connectors: readonly string[];
  /** Of the API that connectors call. */
  readonly upstream: string;
  /** The words of the rows that it answers with. */
  readonly upstreamWords: readonly string[];
  /** Whether a client begins another turn. */
  readonly goesOn: (turn: number) => boolean;
  /** Resolves when the product answers again after a kill. */
  readonly back: () => Promise<void>;
  /** How long a call may take with all its repetitions, in milliseconds. */
  readonly answeredWithinMs: number;
  /** Answers that mean "not now" here, besides 202, 409 and 503. Each has a sentence. */
  readonly alsoLater?: readonly number[];
  readonly runsMayFail?: boolean;
};

/** One person at work, and what they know to be theirs. */
export type Client = {
  readonly world: World;
  readonly person: Person;
  readonly journal: Journal;
  readonly random: () => number;
  readonly datasets: string[];
  /** By connector. */
  readonly instances: Map<string, string>;
  readonly granted: Set<string>;
  /**
   * Sends a call under a new Idempotency-Key, again and again until its answer has come. Throws if the answer is another
   * one than those expected.
   */
  readonly acknowledged: (what: string, call: Call, statuses?: readonly number[]) => Promise<Answer>;
  /** A text that no other call has. */
  readonly word: () => string;
};
type Call = (headers: Record<string, string>) => Promise<Answer>;

/** "Not now": in progress, busy, or an engine is away. Such a call is repeated under its key. */
const LATER = new Set([202, 409, 503]);
const PAUSE_MS = 200;

export function openClient(world: World, at: number, random: () => number, journal = emptyJournal()): Client {
  const person = world.people[at]!;
  let words = 0;
  return {
    ...{ world, person, journal, random, datasets: [], instances: new Map(), granted: new Set() },
    acknowledged: (what, call, statuses) => acknowledged(world, person, journal, what, call, statuses),
    word: () => `word ${at}-${(words += 1)}`,
  };
}

async function acknowledged(
  world: World,
  person: Person,
  journal: Journal,
  what: string,
  call: Call,
  statuses: readonly number[] = [200, 201],
): Promise<Answer> {
  const headers = { "Idempotency-Key": `${person.name} ${journal.calls}` };
  const until = Date.now() + world.answeredWithinMs;
  for (;;) {
    const answer = await call(headers).catch((error: unknown) => {
      // fetch throws these when the connection is cut. An answer that is not as the API declares it is another error.
      if (error instanceof TypeError) return null;
      throw error;
    });
    if (answer && statuses.includes(answer.status)) {
      journal.calls += 1;
      return answer;
    }
    const said = answer ? `${answer.status} ${answer.text.slice(0, 300)}` : "no answer";
    if (answer && !LATER.has(answer.status) && !saysLater(world, answer))
      throw new Error(`${what} was answered with ${said}`);
    if (Date.now() > until)
      throw new Error(`${what} was not answered for ${world.answeredWithinMs / 1_000} s: ${said}`);
    journal.repeats += 1;
    if (!answer) await world.back();
    await wait(PAUSE_MS);
  }
}

function saysLater({ alsoLater = [] }: World, { status, json }: Answer): boolean {
  return alsoLater.includes(status) && typeof json?.error === "string" && json.error.length > 0;
}
