import { setTimeout as wait } from "node:timers/promises";
import { EXIT, Failure, failureOf } from "../failure.ts";

/** A server, and how patiently it is asked. */
export type Server = {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Aborts when the user or the scheduler ends the command. */
  readonly signal: AbortSignal;
  /** Seconds that a command waits in all for a server that is busy or away. */
  readonly patience: number;
  /** Tells the user what is waited for. */
  readonly say: (sentence: string) => void;
};

export type Sent = {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob | FormData;
};

/** Seconds before a repetition, if the server does not say; the last one stays. */
const PAUSES_S = [1, 2, 4, 8, 16, 30] as const;
const BUSY = new Set([429, 502, 503, 504]);

/**
 * Sends a request. While the server is busy (429, 502, 503, 504) or cannot be reached it is repeated after the time that
 * `Retry-After` says, within the command's patience; a change has an Idempotency-Key, so that it happens once. Throws a
 * Failure for every answer that is not a success.
 */
export async function send(server: Server, sent: Sent): Promise<Response> {
  let waited = 0;
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await once(server, sent);
    if (outcome instanceof Response && outcome.ok) return outcome;
    const isPassing = outcome instanceof Failure || BUSY.has(outcome.status);
    const pause = isPassing ? (retryAfter(outcome) ?? PAUSES_S[attempt] ?? PAUSES_S.at(-1)) : undefined;
    if (pause === undefined || waited + pause > server.patience) throw await failureFrom(outcome);
    server.say(`${outcome instanceof Failure ? outcome.message : "The server is busy."} Trying again in ${pause} s.`);
    if (outcome instanceof Response) await outcome.body?.cancel();
    await wait(pause * 1_000, undefined, { signal: server.signal });
    waited += pause;
  }
}

async function once(
  { url, key, signal }: Server,
  { method, target, headers, body }: Sent,
): Promise<Response | Failure> {
  try {
    return await fetch(url + target, {
      method,
      // The key must not follow a redirect to another server.
      redirect: "manual",
      headers: { authorization: `Bearer ${key}`, "user-agent": "tributary-command", ...headers },
      ...(body === undefined ? {} : { body }),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return new Failure(EXIT.serverAway, `${url} cannot be reached (${reasonOf(error)}).`);
  }
}

/** "connect ECONNREFUSED 127.0.0.1:3000" */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return cause?.code ?? cause?.message ?? message;
}

function retryAfter(outcome: Response | Failure): number | undefined {
  const seconds = outcome instanceof Response ? outcome.headers.get("retry-after") : null;
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? Math.max(1, Number(seconds)) : undefined;
}

async function failureFrom(outcome: Response | Failure): Promise<Failure> {
  if (outcome instanceof Failure) return outcome;
  return failureOf(outcome.status, await outcome.json().catch(() => null));
}
