import { createSecretKey } from "node:crypto";
import type { Pool } from "pg";
import type { MasterKeys } from "./master-keys.ts";
import { keyForSealing, type KeyRow, openKey, OwnerForgottenError } from "./owner-keys.ts";
import { seal, unseal } from "./seal.ts";

/** A personal text inside an event: encrypted for one place (event type and field) of one owner. */
export type Sealed = { readonly place: string; readonly text: string };

/** See PersonalVault.sealFields. */
export async function sealFields(
  pool: Pool,
  masters: MasterKeys,
  owner: string,
  fields: readonly Sealed[],
): Promise<string[] | null> {
  try {
    const { id, key } = await keyForSealing(pool, masters, owner);
    return fields.map(({ place, text }) => `${id}.${seal(key, [owner, place], text).toString("base64url")}`);
  } catch (error) {
    if (error instanceof OwnerForgottenError) return null;
    throw error;
  }
}

/** See PersonalVault.openFields. */
export async function openFields(
  pool: Pool,
  masters: MasterKeys,
  fields: readonly Sealed[],
): Promise<(string | null)[]> {
  const keyIds = new Set(fields.map(({ text }) => keyIdOf(text)));
  if (keyIds.size === 0) return [];
  const { rows } = await pool.query<KeyRow>(
    "SELECT owner, key_id, wrapped, wrapped_by FROM vault.owner_keys WHERE key_id = ANY ($1)",
    [[...keyIds]],
  );
  const keys = new Map(
    rows.map((row) => {
      const key = openKey(masters, row);
      return [row.key_id, { owner: row.owner, key: key && createSecretKey(key) }];
    }),
  );
  return fields.map(({ place, text }) => {
    const found = keys.get(keyIdOf(text));
    if (!found?.key) return null;
    return unseal(
      found.key,
      [found.owner, place],
      Buffer.from(text.slice(text.indexOf(".") + 1), "base64url"),
    ).toString("utf8");
  });
}

const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf("."));
