import type { Ports } from "../ports.ts";
import { streamingKeySecret } from "./replace-streaming-key.ts";

/** A user's streaming key in clear, for that user alone; null if there is none. */
export async function streamingKeyOf(
  ports: Pick<Ports, "vault">,
  userId: string,
  keyId: string | null,
): Promise<string | null> {
  return keyId === null ? null : ports.vault.get(userId, streamingKeySecret(keyId));
}
