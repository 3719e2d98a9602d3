import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import type { Vault } from "#domain/core/ports/ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { itemsUnder, type SecretItems } from "./items-under.ts";
import { type MasterKeys, masterKeys } from "./master-keys.ts";
import { forgetOwner, installationKey, inTransaction, type KeyRow, liveKey, openKey, rewrapAll } from "./owner-keys.ts";
import { openFields, type Sealed, sealFields } from "./personal-fields.ts";
import { seal, unseal } from "./seal.ts";

/** The vault plus what the event log needs: personal fields encrypted with their owner's key. */
export type PersonalVault = Vault & {
  /**
   * Encrypts texts with the owner's key, made on first use. Null if the owner is forgotten: then nothing must be
   * stored.
   */
  sealFields(owner: string, fields: readonly Sealed[]): Promise<string[] | null>;
  /**
   * The texts in the same order, null where the key is gone. One query for any number. Throws if a text was moved or
   * changed.
   */
  openFields(fields: readonly Sealed[]): Promise<(string | null)[]>;
  /** The next items (`<prefix><item>/…`, the prefix ends with `/`) with secrets after the item `after`. */
  itemsUnder(prefix: string, after: string): Promise<SecretItems>;
  /** Wraps every key again with the first master secret, so that older secrets can be removed. Returns how many. */
  rewrap(): Promise<number>;
};

/**
 * Keys of owners are read for each use and never cached: unwrapping takes microseconds, and so `forget` applies in
 * every process from its commit on.
 */
export function createVault({
  pool,
  masterSecrets,
}: {
  pool: Pool;
  masterSecrets: readonly (Secret | string)[];
}): PersonalVault {
  const masters = masterKeys(masterSecrets);
  let lookupKey: Promise<Buffer> | undefined;

  return {
    async put(owner, name, secret) {
      await inTransaction(pool, async (client) => {
        const { key } = await liveKey(client, masters, owner);
        const { rows } = await client.query<{ version: number }>(
          "SELECT version FROM vault.secrets WHERE owner = $1 AND name = $2 FOR UPDATE",
          [owner, name],
        );
        const version = (rows[0]?.version ?? 0) + 1;
        await client.query(
          `INSERT INTO vault.secrets (owner, name, version, sealed) VALUES ($1, $2, $3, $4)
           ON CONFLICT (owner, name) DO UPDATE SET version = excluded.version, sealed = excluded.sealed, stored_at = clock_timestamp()`,
          [owner, name, version, seal(key, secretPlace(owner, name, version), secret)],
        );
      });
    },

    async get(owner, name) {
      return (await secretsOf(pool, masters, owner, [name])).get(name) ?? null;
    },

    getAll: (owner, names) => secretsOf(pool, masters, owner, names),

    async remove(owner, name) {
      await pool.query("DELETE FROM vault.secrets WHERE owner = $1 AND name = $2", [owner, name]);
    },

    async removeAll(owner, prefix) {
      await pool.query("DELETE FROM vault.secrets WHERE owner = $1 AND starts_with(name, $2)", [owner, prefix]);
    },

    async fingerprint(kind, value) {
      lookupKey ??= installationKey(pool, masters, "lookup");
      const key = await lookupKey.catch((error: unknown) => {
        lookupKey = undefined;
        throw error;
      });
      return createHmac("sha256", key)
        .update(`${Buffer.byteLength(kind)}:${kind},`)
        .update(value)
        .digest("hex");
    },

    forget: (owner) => forgetOwner(pool, owner),
    sealFields: (owner, fields) => sealFields(pool, masters, owner, fields),
    openFields: (fields) => openFields(pool, masters, fields),

    itemsUnder: (prefix, after) => itemsUnder(pool, prefix, after),

    rewrap: () => inTransaction(pool, (client) => rewrapAll(client, masters)),
  };
}

const secretPlace = (owner: string, name: string, version: number): string[] => [
  "secret",
  owner,
  name,
  String(version),
];

async function secretsOf(
  pool: Pool,
  masters: MasterKeys,
  owner: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<KeyRow & { name: string; version: number; sealed: Buffer }>(
    `SELECT k.owner, k.key_id, k.wrapped, k.wrapped_by, s.name, s.version, s.sealed
     FROM vault.secrets s JOIN vault.owner_keys k USING (owner) WHERE s.owner = $1 AND s.name = ANY ($2)`,
    [owner, names],
  );
  const key = rows[0] && openKey(masters, rows[0]);
  if (!key) return new Map();
  return new Map(
    rows.map(({ name, version, sealed }) => [
      name,
      unseal(key, secretPlace(owner, name, version), sealed).toString("utf8"),
    ]),
  );
}
