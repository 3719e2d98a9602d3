import type { Request } from "express";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform, RequestKey } from "../../platform.ts";
import type { Refused } from "../call-result.ts";
import { limitsOf, reachOf } from "./key-reach.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { type KeyReader, usedKey, wrongKey } from "./key-credential.ts";

/** Who asks with a key. */
export type KeyHolder = { readonly ok: true; readonly key: RequestKey; readonly viewer: UserRow };

/** The user of a request with an Authorization header, which counts alone: a wrong key is never ignored. */
export async function judgeKey(
  platform: Pick<Platform, "limits" | "queries">,
  keys: KeyReader,
  req: Request,
  { authorization, clientAddress }: RequestFacts,
): Promise<KeyHolder | Refused> {
  return (await keyHolder(platform, keys, req, authorization)) ?? wrongKey(platform.limits, clientAddress);
}

/** The user of the key in an Authorization header; null: it is no key. */
export async function keyHolder(
  platform: Pick<Platform, "queries">,
  keys: KeyReader,
  req: Request,
  authorization: RequestFacts["authorization"],
): Promise<KeyHolder | null> {
  const text = authorization?.key ?? null;
  const found = text === null ? null : await usedKey(req, keys, text);
  const viewer = found && (await platform.queries.users.byId(found.userId));
  if (!found || !viewer) return null;
  const { id, kind, scopes, tables, connectors } = found;
  const limits = limitsOf(found);
  const reach = limits && (await reachOf(platform.queries, viewer.id, limits));
  return { ok: true, key: { id, kind, scopes, tables, connectors, reach }, viewer: withinScopes(viewer, scopes) };
}

/** A key without the scope admin gives no right that its user has as an admin. */
function withinScopes(viewer: UserRow, scopes: RequestKey["scopes"]): UserRow {
  return scopes.includes("admin") ? viewer : { ...viewer, roles: viewer.roles.filter((role) => role === "editor") };
}
