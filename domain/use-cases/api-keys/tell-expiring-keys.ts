import { aggregate } from "../../core/aggregate.ts";
import { apiKeys } from "../../api-keys/decider.ts";
import type { Ports } from "../ports.ts";
import { step } from "../step.ts";

/** The others follow in the next round. */
const TOLD_AT_ONCE = 200;

/** Tells users of their API keys that expire within seven days, and once more within the last day. */
export async function tellExpiringKeys(ports: Pick<Ports, "log" | "accessKeys">): Promise<void> {
  for (const { id: keyId, userId, expires, days } of await ports.accessKeys.expiringSoon(TOLD_AT_ONCE)) {
    const commandId = `key-expires/${keyId}/${days}`;
    const cause = { actor: { kind: "system", name: "runner" }, commandId, correlationId: commandId } as const;
    const command = { type: "tell-expiry", userId, keyId, expiresAt: expires.toISOString() } as const;
    await aggregate(ports.log, apiKeys).handle(userId, command, step(cause, "tell-expiry"));
    await ports.accessKeys.expiryTold(keyId, days);
  }
}
