import { aggregate } from "../../core/aggregate.ts";
import { accept, type Result } from "../../core/result.ts";
import { type ApiKeyRefusal, apiKeys } from "../../api-keys/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

/** Deletes an account API key: it stops working at once. */
export async function deleteApiKey(
  ports: Pick<Ports, "log" | "accessKeys">,
  { userId, keyId }: { readonly userId: string; readonly keyId: string },
  cause: Cause,
): Promise<Result<null, ApiKeyRefusal>> {
  const keys = aggregate(ports.log, apiKeys);
  // First the key itself: if this process stops in between, the list still shows a key that works nowhere.
  if ((await keys.load(userId)).has(keyId)) await ports.accessKeys.remove(userId, keyId);
  const deleted = await keys.handle(userId, { type: "delete", userId, keyId }, step(cause, "delete-api-key"));
  return deleted.ok ? accept(null, deleted.position) : deleted;
}
