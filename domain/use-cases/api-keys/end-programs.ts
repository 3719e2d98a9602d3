import { apiKeys } from "../../api-keys/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { user } from "../../user/decider.ts";
import { webhooks } from "../../webhook/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { STREAMING_KEYS } from "../accounts/replace-streaming-key.ts";

/** What was ended: the names of API keys, and the addresses of webhooks. */
export type EndedPrograms = {
  readonly apiKeys: readonly string[];
  readonly streamingKey: boolean;
  readonly webhooks: readonly string[];
};

export const NOTHING_ENDED: EndedPrograms = { apiKeys: [], streamingKey: false, webhooks: [] };

/**
 * Ends what acts for a user without a login: all keys stop working, and webhooks are switched off, so that their owner
 * can switch them on again. There is no streaming key until the user makes another.
 */
export async function endPrograms(
  ports: Pick<Ports, "log" | "vault" | "accessKeys">,
  userId: string,
  cause: Cause,
): Promise<EndedPrograms> {
  const [keys, users, hooks] = [
    aggregate(ports.log, apiKeys),
    aggregate(ports.log, user),
    aggregate(ports.log, webhooks),
  ];
  const names = [...(await keys.load(userId)).values()];
  // First the keys themselves: if this process stops in between, lists show keys that work nowhere.
  await ports.accessKeys.removeAll(userId);
  await ports.vault.removeAll(userId, STREAMING_KEYS);
  await keys.handle(userId, { type: "end-all", userId }, step(cause, "end-api-keys"));
  const removed = await users.handle(
    userId,
    { type: "remove-streaming-key", userId },
    step(cause, "end-streaming-key"),
  );
  const enabled = [...(await hooks.load(userId))].filter(([, webhook]) => webhook.enabled);
  for (const [webhookId] of enabled) {
    const command = { type: "disable", userId, webhookId, reason: "password" } as const;
    await hooks.handle(userId, command, step(cause, `end-webhook/${webhookId}`));
  }
  return {
    apiKeys: names,
    streamingKey: removed.ok && removed.value.length > 0,
    webhooks: enabled.map(([, { url }]) => url),
  };
}
