import { pick } from "#domain/core/values/pick.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { type AskedApiKey, createApiKey } from "#domain/use-cases/api-keys/create-api-key.ts";
import { deleteApiKey } from "#domain/use-cases/api-keys/delete-api-key.ts";
import { renameApiKeys } from "#domain/use-cases/api-keys/rename-api-keys.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { ApiKeyRow, UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, toCallResult } from "../http/call-result.ts";
import { type AskedLimits, limitsAsked } from "./key-limits.ts";
import type { AppContext, Platform } from "../platform.ts";
import { freshLoginNeeded } from "./fresh-login.ts";

/** A key as its owner sees it; `publicPart` is the beginning and the end of its text. */
export type ListedApiKey = Pick<
  ApiKeyRow,
  "id" | "name" | "scopes" | "tables" | "connectors" | "createdAt" | "expiresAt"
> & {
  readonly publicPart: string;
  readonly lastUsedAt: string | null;
  /** The name of the program that used it last. */
  readonly lastUsedBy: string | null;
};

/** A new key: `secret` is shown this once. */
export type MadeApiKey = {
  readonly id: string;
  readonly name: string;
  readonly publicPart: string;
  readonly secret: string;
};

/** A page of the viewer's account API keys, with their last use. */
export async function apiKeysPage(
  platform: Platform,
  viewer: UserRow,
  range: ListRange,
): Promise<CursorPage<ListedApiKey>> {
  const [{ items, ...page }, stored] = await Promise.all([
    platform.queries.users.apiKeysOf(viewer.id, range),
    platform.ports.accessKeys.listOf(viewer.id),
  ]);
  const used = new Map(stored.map((key) => [key.id, key]));
  const listed = items.map((row) => ({
    ...pick(row, ["id", "name", "scopes", "tables", "connectors", "createdAt", "expiresAt"]),
    publicPart: publicPartOf(row),
    lastUsedAt: used.get(row.id)?.lastUsed?.toISOString() ?? null,
    lastUsedBy: used.get(row.id)?.lastUsedClient ?? null,
  }));
  return { ...page, items: listed };
}

/**
 * Makes a key; an empty name is replaced by "Key" and its number. One that can do more than read needs a fresh login, or
 * the password.
 */
export async function makeApiKey(
  context: AppContext,
  {
    tables,
    connectors,
    password,
    ...asked
  }: Omit<AskedApiKey, "limits"> & AskedLimits & { readonly password?: string | undefined },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<MadeApiKey>> {
  const { platform } = context;
  const refused = asked.scopes.every((scope) => scope === "read")
    ? null
    : await freshLoginNeeded(context, password, viewer);
  if (refused) return refused;
  const limits = await limitsAsked(platform, viewer, { tables, connectors });
  if (!limits.ok) return limits;
  const key = { ...asked, userId: viewer.id, limits: limits.value };
  const made = await toCallResult(platform, await createApiKey(platform.ports, key, cause));
  if (!made.ok) return made;
  const { id, name, prefix, lastFour, secret } = made.value;
  return { ok: true, value: { id, name, publicPart: publicPartOf({ prefix, lastFour }), secret } };
}

/** Renames keys of the viewer by their ids, all or none. */
export async function renameKeys(
  platform: Platform,
  names: ReadonlyMap<string, string>,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  return toCallResult(platform, await renameApiKeys(platform.ports, { userId: viewer.id, names }, cause));
}

/** Renames one key and returns it. */
export async function renameKey(
  platform: Platform,
  { id, name }: { readonly id: string; readonly name: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<Pick<ListedApiKey, "id" | "name" | "publicPart">>> {
  const renamed = await renameKeys(platform, new Map([[id, name]]), viewer, cause);
  if (!renamed.ok) return renamed;
  const row = await platform.queries.users.apiKeyById(viewer.id, id);
  return row ? { ok: true, value: { id, name: row.name, publicPart: publicPartOf(row) } } : NOT_FOUND;
}

/** Deletes a key of the viewer: it stops working at once. */
export async function deleteKey(
  platform: Platform,
  keyId: string,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<null>> {
  return toCallResult(platform, await deleteApiKey(platform.ports, { userId: viewer.id, keyId }, cause));
}

export function publicPartOf({ prefix, lastFour }: Pick<ApiKeyRow, "prefix" | "lastFour">): string {
  return `${prefix}…${lastFour}`;
}
