import { setTimeout as delay } from "node:timers/promises";
import type { ProductLog } from "#domain/use-cases/all-events.ts";
import { disableWebhook } from "#domain/use-cases/webhooks/manage-webhook.ts";

/** Deliveries that a process sends at a time, and those among them of one user. */
const AT_ONCE = 12;
const PER_USER = 3;
/** How soon something new is looked for while others are being sent. */
const LOOK_AGAIN_MS = 300;
const GONE = 410;

type Claimed = { readonly webhookId: string; readonly userId: string };
type Ended = { readonly answerStatus: number | null };

export type SendWebhooksPorts<D extends Claimed = Claimed, A extends Ended = Ended> = {
  readonly log: ProductLog;
  readonly claim: (usersLeftOut: readonly string[]) => Promise<D | "again" | null>;
  readonly send: (delivery: D, stopping: AbortSignal) => Promise<A>;
  /** True: the webhook has failed for days. */
  readonly record: (delivery: D, attempt: A) => Promise<boolean>;
  readonly reportError: (error: unknown) => void;
};

/**
 * Sends all deliveries that are due, one at a time for each webhook and several webhooks at a time, so that a slow
 * address holds up no other. A delivery whose process dies is sent again when its lease ends.
 */
export async function sendWebhooks<D extends Claimed, A extends Ended>(
  ports: SendWebhooksPorts<D, A>,
  stopping: AbortSignal,
): Promise<void> {
  const sending = new Map<Promise<void>, string>();
  while (!stopping.aborted) {
    const next = sending.size < AT_ONCE ? await ports.claim(busyUsers([...sending.values()])) : null;
    if (next === "again") continue;
    if (next) {
      const work: Promise<void> = sendOne(ports, next, stopping)
        .catch(ports.reportError)
        .finally(() => sending.delete(work));
      sending.set(work, next.userId);
    } else if (sending.size === 0) return;
    else await Promise.race([...sending.keys(), delay(LOOK_AGAIN_MS)]);
  }
  await Promise.all(sending.keys());
}

function busyUsers(users: readonly string[]): readonly string[] {
  return [...new Set(users)].filter((user) => users.filter((other) => other === user).length >= PER_USER);
}

async function sendOne<D extends Claimed, A extends Ended>(
  { log, send, record }: SendWebhooksPorts<D, A>,
  delivery: D,
  stopping: AbortSignal,
): Promise<void> {
  const attempt = await send(delivery, stopping);
  // Cut by the end of this process: the next one sends it when the lease ends.
  if (stopping.aborted && attempt.answerStatus === null) return;
  const failing = await record(delivery, attempt);
  const reason = attempt.answerStatus === GONE ? "gone" : failing ? "failing" : null;
  if (reason === null) return;
  const { userId, webhookId } = delivery;
  const commandId = crypto.randomUUID();
  const cause = {
    actor: { kind: "system", name: "runner" },
    commandId,
    correlationId: commandId,
    fresh: true,
  } as const;
  await disableWebhook({ log }, { userId, webhookId, reason }, cause);
}
