import { aggregate, view } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { account } from "../../user/account.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type KeyPorts = Pick<Ports, "log" | "vault" | "clock" | "accessKeys">;

/** A key that is still not in the log after this time belongs to a command that failed. */
const RECORDED_WITHIN_MS = 10 * 60_000;

/**
 * Replaces the user's streaming key: the old one stops working immediately. The owner can read the key again. The same
 * command again returns the key that works now.
 */
export async function replaceStreamingKey(
  ports: KeyPorts,
  userId: string,
  cause: Cause,
): Promise<Result<{ readonly key: string }, { readonly code: "user-unknown" }>> {
  if (!(await view(ports.log, account).load(userId)).known) return refuse({ code: "user-unknown" });
  const { id, key, prefix, lastFour } = await ports.accessKeys.create({ userId, kind: "streaming", tables: null });
  await ports.vault.put(userId, streamingKeySecret(id), key);
  const replaced = await aggregate(ports.log, user).handle(
    userId,
    { type: "replace-streaming-key", userId, keyId: id, prefix, lastFour },
    step(cause, "replace-key"),
  );
  if (!replaced.ok) {
    await forgetKey(ports, userId, id);
    return refuse({ code: "user-unknown" });
  }
  const live = await keepNewestKey(ports, userId, { id, key });
  return live === null ? refuse({ code: "user-unknown" }) : accept({ key: live }, replaced.position);
}

/**
 * Removes the keys older than the newest in the log, and returns that one: not always the key that was `made`, because
 * of several made at the same time, or by a command sent twice, one remains. null if it cannot be read.
 */
async function keepNewestKey(
  ports: KeyPorts,
  userId: string,
  made: { readonly id: string; readonly key: string },
): Promise<string | null> {
  for (let before: string | null = null; ;) {
    const { keyIds } = await view(ports.log, account).load(userId);
    const newest = keyIds.at(-1) ?? made.id;
    const unrecordedSince = (await ports.clock.now()).getTime() - RECORDED_WITHIN_MS;
    for (const { id, kind, created } of await ports.accessKeys.listOf(userId)) {
      if (kind !== "streaming" || id === newest) continue;
      // A key that is not in the log yet belongs to another command in progress.
      if (id === made.id || keyIds.includes(id) || created.getTime() < unrecordedSince)
        await forgetKey(ports, userId, id);
    }
    const live = newest === made.id ? made.key : await ports.vault.get(userId, streamingKeySecret(newest));
    // Removed: a newer one was made meanwhile.
    if (live !== null || newest === before) return live;
    before = newest;
  }
}

async function forgetKey(ports: KeyPorts, userId: string, keyId: string): Promise<void> {
  // The key is removed last: if this process dies, the next command finds the rest by it.
  await ports.vault.remove(userId, streamingKeySecret(keyId));
  await ports.accessKeys.remove(userId, keyId);
}

/** Vault names of streaming keys begin with this. */
export const STREAMING_KEYS = "streaming-key/";

/** Vault name of a streaming key that its owner can read again. */
export function streamingKeySecret(keyId: string): string {
  return `${STREAMING_KEYS}${keyId}`;
}
