import { aggregate, view } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { account } from "../../user/account.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

type KeyPorts = Pick<Ports, "log" | "vault" | "clock" | "accessKeys">;

/** A key that the log does not know after this time, in milliseconds, belongs to a command that failed. */
const RECORDED_WITHIN_MS = 10 * 60_000;

/**
 * Replaces the user's streaming key: the old one stops working at once. The key itself can be read back by its owner. The
 * same command again answers the key that works now.
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
 * Takes away the keys that came before the newest in the log, and answers that one: not always the key that was `made`, for of
 * several made at the same time, or of a command sent twice, one stays. null when it cannot be read back.
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
      // One that the log does not know yet is just being made by another command.
      if (id === made.id || keyIds.includes(id) || created.getTime() < unrecordedSince)
        await forgetKey(ports, userId, id);
    }
    const live = newest === made.id ? made.key : await ports.vault.get(userId, streamingKeySecret(newest));
    // Gone: a newer one has come meanwhile.
    if (live !== null || newest === before) return live;
    before = newest;
  }
}

async function forgetKey(ports: KeyPorts, userId: string, keyId: string): Promise<void> {
  // The key goes last: by it the next command finds what is left where this one died.
  await ports.vault.remove(userId, streamingKeySecret(keyId));
  await ports.accessKeys.remove(userId, keyId);
}

/** Vault name under which a streaming key can be read back by its owner. */
export function streamingKeySecret(keyId: string): string {
  return `streaming-key/${keyId}`;
}
