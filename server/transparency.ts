import type { Outbound } from "#infra/egress/outbound-port.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { sendToWitness } from "#infra/transparency/send-to-witness.ts";
import { startTransparency } from "#runners/transparency/transparency.ts";

/** Keeps and signs the tree over the log, if this process follows the log. */
export function startTransparencyLog(infra: InfraPlatform, outbound: Outbound | null): { stop(): Promise<void> } {
  const { config, log, store, exclusive, transparency } = infra;
  // A copy that signed would fork the log of its original.
  if (!config.runs || (config.role !== "all" && config.role !== "follower")) return { stop: async () => undefined };
  const { tree, signed, kept, keys } = transparency;
  return startTransparency({
    ...{ store, tree, signed, kept, exclusive, log },
    crypto: logCrypto,
    identity: keys.prepare,
    ...(outbound && { witnesses: { list: config.witnesses, send: sendToWitness(outbound) } }),
  });
}
