import type { CorePorts } from "../../core/ports/ports.ts";
import { streamingKeySecret } from "./sign-in.ts";

/** A user's streaming key in clear, for that user alone; null when there is none. */
export async function streamingKeyOf(
  ports: Pick<CorePorts, "vault">,
  userId: string,
  keyId: string | null,
): Promise<string | null> {
  return keyId === null ? null : ports.vault.get(userId, streamingKeySecret(keyId));
}
