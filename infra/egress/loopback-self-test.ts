import type { Outbound } from "./outbound-port.ts";

const SPELLINGS = ["127.0.0.1", "2130706433", "0x7f.1", "127.1", "0", "[::1]", "[::ffff:127.0.0.1]", "localhost"];

/**
 * Runs at start, before any other call: checks that this `outbound` refuses this machine's loopback in every spelling.
 * Spellings that the operator has allowed on that port (`allow`: the entries given to `createOutbound`) are skipped.
 * Throws if one is not refused.
 */
export async function proveLoopbackRefused(outbound: Outbound, allow: readonly string[]): Promise<void> {
  const allowed = new Set(allow.map((entry) => URL.parse(`http://${entry}`)?.origin));
  for (const host of SPELLINGS) {
    const { origin } = new URL(`http://${host}`);
    if (allowed.has(origin)) continue;
    const answer = await outbound.send({
      url: `${origin}/`,
      method: "GET",
      headers: [],
      allowedOrigins: [origin],
      secrets: [],
      secretHeaders: [],
    });
    if (answer.ok || answer.reason !== "refused_by_policy") {
      throw new Error(`Outgoing calls are not safe: ${host} was not refused. The server will not start.`);
    }
  }
}
