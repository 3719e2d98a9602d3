import { refuse, type Refused } from "../call-result.ts";
import { createHash } from "node:crypto";
import type { StoredAnswer } from "#domain/core/ports/ports.ts";
import type { Platform } from "../../platform.ts";

/** The header of an answer repeated for the same Idempotency-Key. */
export const REPLAYED = ["Idempotency-Replayed", "true"] as const;

export type Keyed =
  /** `replayed`: it is the answer of an earlier call. */
  { readonly ok: true; readonly answer: StoredAnswer; readonly replayed: boolean } | Refused;

/**
 * Runs a request with an Idempotency-Key once per user and key; `run` gets the command id of the two. `fingerprint`
 * identifies the request: a key may be used for one request only.
 */
export async function idempotent(
  platform: Platform,
  { userId, key, fingerprint }: { readonly userId: string; readonly key: string; readonly fingerprint: string },
  run: (commandId: string) => Promise<StoredAnswer>,
): Promise<Keyed> {
  if (key.length < 1 || key.length > 200) return refuse("idempotency-key-invalid");
  const kept = await platform.idempotency.once(
    { userId, key: digest(`${userId}\n${key}`), fingerprint: digest(fingerprint) },
    () => run(commandIdOf(userId, key)),
  );
  if (kept === "key-reused") return refuse("idempotency-key-reused");
  return { ok: true, ...kept };
}

/** The command id of a user and their key. */
export function commandIdOf(userId: string, key: string): string {
  return `idempotent/${digest(`${userId}\n${key}`)}`;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
