import type { SendToWitness } from "#domain/transparency/ports.ts";
import type { Outbound } from "../egress/outbound-port.ts";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64_000;

/** Calls `add-checkpoint` of a witness; null if it cannot be reached. */
export function sendToWitness(outbound: Pick<Outbound, "send">): SendToWitness {
  return async ({ url }, body) => {
    const answer = await outbound.send({
      url: `${url}/add-checkpoint`,
      method: "POST",
      headers: [["Content-Type", "text/plain; charset=utf-8"]],
      body,
      allowedOrigins: [new URL(url).origin],
      secrets: [],
      secretHeaders: [],
      followRedirects: false,
      limits: { totalMs: TIMEOUT_MS, decodedBytes: MAX_ANSWER_BYTES },
    });
    return answer.ok ? { status: answer.status, text: new TextDecoder().decode(answer.body) } : null;
  };
}
