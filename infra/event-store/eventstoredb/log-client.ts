import { EventStoreDBClient } from "@eventstore/db-client";
import { EventStoreDbAway, meaningOf } from "./eventstoredb-errors.ts";

/** A server that sends nothing for so long in answer to a question is away. By monotonic time. */
export const ANSWER_WITHIN_MS = 5_000;

/**
 * A stream of Node takes 16 messages before it asks to wait. Those that the client lets wait beyond that are rejected
 * where nobody can handle it when the connection ends, which ends the process.
 */
const MOST_APPENDS = 14;

/** A question to the server. `heard` tells that something has arrived, when an answer has several parts. */
type Question<T> = (client: EventStoreDBClient, heard: () => void) => Promise<T>;

export type LogClient = {
  /**
   * Asks the server. Throws `EventStoreDbAway` if it cannot be reached or is silent for too long: the client itself
   * waits without end. Other errors are the client's.
   */
  ask<T>(question: Question<T>): Promise<T>;
  /** As `ask`, for an append. A few are under way at a time, until the server has answered, the others wait for their turn. */
  append<T>(question: (client: EventStoreDBClient) => Promise<T>): Promise<T>;
  /** For subscriptions, which may be silent. */
  current(): EventStoreDBClient;
  close(): Promise<void>;
};

/** A client of the server at `url`, which begins with `esdb` or `kurrentdb`. Throws if the address cannot be read. */
export function connectLogClient(url: string): LogClient {
  const connect = (): EventStoreDBClient => EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, "esdb"));
  let client = connect();
  const replace = async (failed: EventStoreDBClient): Promise<void> => {
    if (client !== failed) return;
    client = connect();
    await failed.dispose();
  };
  const ask = async <T>(question: Question<T>): Promise<T> => {
    const asked = client;
    try {
      return await heardWithin(ANSWER_WITHIN_MS, (heard) => question(asked, heard));
    } catch (error) {
      if (keepsFailing(error)) await replace(asked);
      if (meaningOf(error) !== "away" || error instanceof EventStoreDbAway) throw error;
      throw new EventStoreDbAway("The log is away", { cause: error });
    }
  };
  const slots = createSlots(MOST_APPENDS);
  return {
    ask,
    async append(question) {
      let isWaiting = true;
      try {
        return await ask((asked) => slots.run(() => (isWaiting ? question(asked) : GIVEN_UP)));
      } finally {
        isWaiting = false;
      }
    },
    current: () => client,
    close: () => client.dispose(),
  };
}

/**
 * Whether the client would give this failure again for ever: it keeps the answer to its question for the server's
 * methods, and forgets a failed one only if that says that the server is unavailable (14) or has cancelled (1).
 */
function keepsFailing(error: unknown): boolean {
  const { code, type } = error as { readonly code?: unknown; readonly type?: unknown };
  return typeof code === "number" && type === undefined && code !== 14 && code !== 1;
}

/** An append that was never sent: its caller was told before that the log is away. */
const GIVEN_UP = new Promise<never>((_, reject) => reject(new EventStoreDbAway("The append was given up")));
GIVEN_UP.catch(() => undefined);

/** Runs so many at a time, the others in the order in which they came. */
function createSlots(most: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (taken === most) await new Promise<void>((resolve) => void waiting.push(resolve));
      else taken += 1;
      try {
        return await work();
      } finally {
        // The slot goes to the next one.
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
  };
}

/** The result of `work`, which goes on by itself if nothing is heard for `ms`. */
async function heardWithin<T>(ms: number, work: (heard: () => void) => Promise<T>): Promise<T> {
  const silent = Promise.withResolvers<never>();
  const end = (): void => silent.reject(new EventStoreDbAway(`The log has sent nothing for ${ms} ms`));
  const timer = setTimeout(end, ms);
  const working = work(() => void timer.refresh());
  working.catch(() => undefined);
  try {
    return await Promise.race([working, silent.promise]);
  } finally {
    clearTimeout(timer);
  }
}
