import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { type ApiKeyRefusal, apiKeys } from "../../api-keys/decider.ts";
import { cleanName } from "../../user/personal-text.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type RenameApiKeysRefusal = { readonly code: "name-invalid"; readonly field?: string } | ApiKeyRefusal;

/** Renames several keys of a user, all or none. `names`: by the ids of the keys. */
export async function renameApiKeys(
  ports: Pick<Ports, "log">,
  { userId, names }: { readonly userId: string; readonly names: ReadonlyMap<string, string> },
  cause: Cause,
): Promise<Result<null, RenameApiKeysRefusal>> {
  const clean = new Map<string, string>();
  for (const [keyId, given] of names) {
    const name = cleanName(given);
    if (name === null) return refuse({ code: "name-invalid", field: keyId });
    clean.set(keyId, name);
  }
  const renamed = await aggregate(ports.log, apiKeys).handle(
    userId,
    { type: "rename", userId, names: clean },
    step(cause, "rename-api-keys"),
  );
  return renamed.ok ? accept(null, renamed.position) : renamed;
}
