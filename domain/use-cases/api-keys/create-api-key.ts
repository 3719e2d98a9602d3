import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { type ApiKeyRefusal, apiKeys } from "../../api-keys/decider.ts";
import type { KeyLimits, Scope } from "../../core/keys/scopes.ts";
import { cleanName } from "../../user/personal-text.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type CreateApiKeyRefusal =
  | { readonly code: "name-invalid" }
  | { readonly code: "expiry-past" }
  | { readonly code: "api-key-made-already" }
  | ApiKeyRefusal;

/** A new key. `secret` is its text, which nobody can read again. */
export type NewApiKey = {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly secret: string;
};

/** A key that is still not in the log after this time belongs to a command that failed. */
const RECORDED_WITHIN_MS = 10 * 60_000;

/** A key as it is asked for. `limits`: null for all that its user may use. `expiresAt`: null: until it is deleted. */
export type AskedApiKey = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly limits: KeyLimits | null;
  readonly expiresAt: Date | null;
};

/**
 * Makes an account API key. Without a name it is called "Key 3" for a user who has two. Only its hash is stored. The
 * things that it is limited to are not checked here: a key never opens more than its user may use.
 */
export async function createApiKey(
  ports: Pick<Ports, "log" | "clock" | "accessKeys">,
  input: AskedApiKey & { readonly userId: string },
  cause: Cause,
): Promise<Result<NewApiKey, CreateApiKeyRefusal>> {
  const { userId, expiresAt, scopes, limits } = input;
  const name = input.name.trim() === "" ? null : cleanName(input.name);
  if (name === null && input.name.trim() !== "") return refuse({ code: "name-invalid" });
  const now = await ports.clock.now();
  if (expiresAt !== null && expiresAt <= now) return refuse({ code: "expiry-past" });
  const { id, key, prefix, lastFour } = await ports.accessKeys.create({
    ...{ userId, kind: "account", scopes, tables: limits?.tables ?? null, connectors: limits?.connectors ?? null },
    ...(expiresAt ? { expires: expiresAt } : {}),
  });
  const keys = aggregate(ports.log, apiKeys);
  const command = { type: "create", userId, keyId: id, name, prefix, lastFour, scopes, limits } as const;
  const made = await keys.handle(
    userId,
    { ...command, expiresAt: expiresAt?.toISOString() ?? null },
    step(cause, "create-api-key"),
  );
  const [created] = made.ok ? made.value : [];
  if (!made.ok || created?.type !== "ApiKeyCreated" || created.data.keyId !== id) {
    await ports.accessKeys.remove(userId, id);
    return made.ok ? refuse({ code: "api-key-made-already" }) : made;
  }
  const unrecordedSince = now.getTime() - RECORDED_WITHIN_MS;
  await removeUnrecorded(ports, userId, { recorded: await keys.load(userId), unrecordedSince });
  return accept({ id, name: created.data.name, prefix, lastFour, secret: key }, made.position);
}

/** Removes what is left of commands that stopped before they were recorded; nobody has seen these keys. */
async function removeUnrecorded(
  ports: Pick<Ports, "accessKeys">,
  userId: string,
  { recorded, unrecordedSince }: { readonly recorded: ReadonlyMap<string, string>; readonly unrecordedSince: number },
): Promise<void> {
  const stored = await ports.accessKeys.listOf(userId);
  for (const { id, kind, created } of stored)
    if (kind === "account" && !recorded.has(id) && created.getTime() < unrecordedSince)
      await ports.accessKeys.remove(userId, id);
}
