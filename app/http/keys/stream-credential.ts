import type { Request } from "express";
import type { Platform } from "../../platform.ts";
import { refuse, type Refused } from "../call-result.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import type { RequestFacts } from "../request/request-facts.ts";
import { type KeyReader, usedKey, wrongKey } from "./key-credential.ts";
import { BEARER } from "./bearer.ts";
import { limitsOf, reachOf } from "./key-reach.ts";
import { weakKey, WRONG_KEY } from "./key-refusals.ts";

/** The user who reads, and the only tables that the key opens (null: all that the user may read). */
export type Reader = {
  readonly ok: true;
  readonly userId: string;
  readonly keyId: string | null;
  readonly tables: readonly string[] | null;
};

/** A browser asks for a password, which is the key. */
const BASIC = 'Basic realm="Tributary", charset="UTF-8"';

/**
 * The reader of a stream by its key, in any of four ways: Bearer, Basic (as the password), `api_key`, or a short-lived
 * `token`. A header counts alone, of two keys in the address that differ none; cookies are ignored.
 */
export async function streamReader(
  {
    platform: { limits, queries },
    keys,
  }: { readonly platform: Pick<Platform, "limits" | "queries">; readonly keys: KeyReader },
  endpoint: EndpointFacts,
  req: Request,
  { authorization, addressKeys, clientAddress }: RequestFacts,
  /** The answer goes on already: a key that has ended meanwhile is no wrong one. */
  again: boolean,
): Promise<Reader | Refused> {
  if (authorization === null && addressKeys.length === 0)
    return { ...refuse("key-needed"), challenge: `${BASIC}, ${BEARER}` };
  const [given = null, ...others] = addressKeys;
  const text = authorization === null ? (others.length === 0 ? given : null) : authorization.key;
  const found = text === null ? null : await readerOf(queries, keys, endpoint, text, req);
  if (found) return found;
  if (again) return WRONG_KEY;
  const wrong = await wrongKey(limits, clientAddress);
  return wrong.challenge === undefined ? wrong : { ...wrong, challenge: `${BASIC}, ${wrong.challenge}` };
}

async function readerOf(
  queries: Platform["queries"],
  keys: KeyReader,
  endpoint: EndpointFacts,
  text: string,
  req: Request,
): Promise<Reader | Refused | null> {
  if (!text.startsWith("trib_")) {
    const holder = await keys.checkToken(text);
    return holder && { ok: true, userId: holder.userId, keyId: null, tables: null };
  }
  const key = await usedKey(req, keys, text);
  const weak = key && weakKey(endpoint, key);
  if (!key || weak) return weak;
  const chosen = limitsOf(key);
  const tables = chosen && [...(await reachOf(queries, key.userId, chosen)).tableNames];
  return { ok: true, userId: key.userId, keyId: key.id, tables };
}
