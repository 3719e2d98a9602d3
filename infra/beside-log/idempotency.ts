import { createHmac, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { Idempotency, StoredAnswer } from "#domain/core/ports/ports.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { derivedKey } from "../identity/tokens/derived-key.ts";
import type { Channel } from "../postgres/notifications.ts";
import { createStoredAnswers, type StoredAnswers } from "./stored-answers.ts";

/** How often a process renews a claim that it works on, and how often waiting callers check whether it still does. */
const RENEW_INTERVAL_MS = 1_500;

/**
 * Refusals that are due to the request itself. Any other refusal (plan used up, run in progress, no room) may be gone
 * the next time.
 */
const LASTING = new Set([400, 404, 405, 410, 413, 414, 415, 422]);
const isKept = (status: number): boolean => (status >= 200 && status < 300) || LASTING.has(status);

type IdempotencyOptions = {
  readonly pool: Pool;
  readonly secrets: readonly [Secret, ...Secret[]];
  /** Listens on ANSWERS_CHANNEL. */
  readonly answered: Channel;
};

/**
 * Answers stored under a key for 24 hours. Of several calls with one key one does the work and the others wait for its
 * answer. A call that throws, or whose answer is only temporary, stores none, so that the next one may try.
 */
export function createIdempotency({ pool, secrets, answered }: IdempotencyOptions): Idempotency & {
  /** Removes expired answers. */
  sweep(until: AbortSignal): Promise<Swept>;
} {
  const answers = createStoredAnswers(pool, secrets);
  const hiding = derivedKey(secrets[0], "idempotency fingerprints");
  return {
    async once({ userId, key, fingerprint }, work) {
      const owner = randomUUID();
      for (;;) {
        if (await answers.claim(key, fingerprint, owner, userId))
          return { answer: await answerClaim(answers, key, owner, work), replayed: false };
        const looked = new AbortController();
        // Waiting starts before the check, so that an answer in between is not missed.
        const news = answered.wait(RENEW_INTERVAL_MS, looked.signal);
        const found = await answers.find(key);
        if (found && found.fingerprint === fingerprint && !found.stale && !found.answer) {
          await news;
          continue;
        }
        looked.abort();
        if (found && found.fingerprint !== fingerprint) return "key-reused";
        if (found?.answer) return { answer: found.answer, replayed: true };
      }
    },
    hide: (text) => createHmac("sha256", hiding).update(text).digest("hex"),
    sweep: (until) => answers.sweep(until),
  };
}

/** Does the work of a claim, and stores its answer if that is permanent. */
async function answerClaim(
  answers: StoredAnswers,
  key: string,
  owner: string,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const renewing = setInterval(() => void answers.renew(key, owner).catch(() => undefined), RENEW_INTERVAL_MS);
  try {
    const answer = await work();
    if (isKept(answer.status)) await answers.keep(key, owner, answer);
    else await answers.giveUp(key, owner);
    return answer;
  } catch (error) {
    await answers.giveUp(key, owner);
    throw error;
  } finally {
    clearInterval(renewing);
  }
}
