import { createHmac, randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { Vault } from "#domain/core/ports/ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { type MasterKeys, masterKeys } from "./master-keys.ts";
import { seal, unseal } from "./seal.ts";

/** A personal text inside an event: sealed for one place (event type and field) of one owner. */
export type Sealed = { readonly place: string; readonly text: string };

/** The vault with what the event log needs of it: personal fields sealed under their owner's key. */
export type PersonalVault = Vault & {
  /** Seals texts under the owner's key, made on first use. Null when the owner is forgotten: then nothing is to be kept. */
  sealFields(owner: string, fields: readonly Sealed[]): Promise<string[] | null>;
  /** The texts in the same order, null where the key is gone. One query whatever their number. Throws when a text was moved or changed. */
  openFields(fields: readonly Sealed[]): Promise<(string | null)[]>;
  /** Owners and the items (`<prefix><item>/…`) that secrets are kept of, none of them stored within the last `olderThanMs`. */
  itemsUnder(prefix: string, olderThanMs: number): Promise<{ readonly owner: string; readonly item: string }[]>;
  /** Wraps every key with the first master secret again, so that older secrets can be taken away. Answers how many there were. */
  rewrap(): Promise<number>;
};

/** Putting a secret under an owner who was forgotten, by whoever did not know yet. */
export class OwnerForgottenError extends Error {}

/**
 * Keys of owners are read whenever they are needed and never kept in memory: unwrapping costs microseconds, and so `forget`
 * holds in every process from its commit on, with no cache to wait for.
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

    async forget(owner) {
      await inTransaction(pool, async (client) => {
        await client.query(
          `INSERT INTO vault.owner_keys (owner, key_id, forgotten_at) VALUES ($1, $2, clock_timestamp())
           ON CONFLICT (owner) DO UPDATE SET wrapped = NULL, wrapped_by = NULL,
             forgotten_at = coalesce(vault.owner_keys.forgotten_at, excluded.forgotten_at)`,
          [owner, newKeyId()],
        );
        await client.query("DELETE FROM vault.secrets WHERE owner = $1", [owner]);
      });
    },

    async sealFields(owner, fields) {
      try {
        const { id, key } = await keyForSealing(pool, masters, owner);
        return fields.map(({ place, text }) => `${id}.${seal(key, [owner, place], text).toString("base64url")}`);
      } catch (error) {
        if (error instanceof OwnerForgottenError) return null;
        throw error;
      }
    },

    async openFields(fields) {
      const keyIds = new Set(fields.map(({ text }) => keyIdOf(text)));
      if (keyIds.size === 0) return [];
      const { rows } = await pool.query<KeyRow>(
        "SELECT owner, key_id, wrapped, wrapped_by FROM vault.owner_keys WHERE key_id = ANY ($1)",
        [[...keyIds]],
      );
      const keys = new Map(rows.map((row) => [row.key_id, { owner: row.owner, key: openKey(masters, row) }]));
      return fields.map(({ place, text }) => {
        const found = keys.get(keyIdOf(text));
        if (!found?.key) return null;
        return unseal(
          found.key,
          [found.owner, place],
          Buffer.from(text.slice(text.indexOf(".") + 1), "base64url"),
        ).toString("utf8");
      });
    },

    async itemsUnder(prefix, olderThanMs) {
      const { rows } = await pool.query<{ owner: string; item: string }>(
        `SELECT owner, split_part(substr(name, length($1) + 1), '/', 1) AS item FROM vault.secrets WHERE starts_with(name, $1)
         GROUP BY 1, 2 HAVING max(stored_at) < clock_timestamp() - $2 * interval '1 ms'`,
        [prefix, olderThanMs],
      );
      return rows;
    },

    rewrap: () => inTransaction(pool, (client) => rewrapAll(client, masters)),
  };
}

type KeyRow = { owner: string; key_id: string; wrapped: Buffer | null; wrapped_by: string | null };

const newKeyId = (): string => randomBytes(9).toString("base64url");
const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf("."));
const secretPlace = (owner: string, name: string, version: number): string[] => [
  "secret",
  owner,
  name,
  String(version),
];
const keyPlace = (owner: string, keyId: string): string[] => ["owner-key", owner, keyId];

function openKey(masters: MasterKeys, row: KeyRow): Buffer | null {
  return row.wrapped && row.wrapped_by
    ? masters.unwrap(keyPlace(row.owner, row.key_id), { wrapped: row.wrapped, wrappedBy: row.wrapped_by })
    : null;
}

/** The owner's key, locked against forgetting until the transaction ends; made when there is none. */
async function liveKey(client: PoolClient, masters: MasterKeys, owner: string): Promise<{ id: string; key: Buffer }> {
  const select = "SELECT owner, key_id, wrapped, wrapped_by FROM vault.owner_keys WHERE owner = $1 FOR SHARE";
  let { rows } = await client.query<KeyRow>(select, [owner]);
  if (rows.length === 0) {
    const id = newKeyId();
    const { wrapped, wrappedBy } = masters.make(keyPlace(owner, id));
    await client.query(
      "INSERT INTO vault.owner_keys (owner, key_id, wrapped, wrapped_by) VALUES ($1, $2, $3, $4) ON CONFLICT (owner) DO NOTHING",
      [owner, id, wrapped, wrappedBy],
    );
    ({ rows } = await client.query<KeyRow>(select, [owner]));
  }
  const key = openKey(masters, rows[0]!);
  if (!key) throw new OwnerForgottenError(`${owner} was forgotten: nothing is stored under that name any more`);
  return { id: rows[0]!.key_id, key };
}

/** As `liveKey`, without a transaction where the key is there already. A text sealed while its owner is forgotten reads as erased. */
async function keyForSealing(pool: Pool, masters: MasterKeys, owner: string): Promise<{ id: string; key: Buffer }> {
  const { rows } = await pool.query<KeyRow>(
    "SELECT owner, key_id, wrapped, wrapped_by FROM vault.owner_keys WHERE owner = $1",
    [owner],
  );
  const key = rows[0] && openKey(masters, rows[0]);
  return key ? { id: rows[0]!.key_id, key } : inTransaction(pool, (client) => liveKey(client, masters, owner));
}

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

async function installationKey(pool: Pool, masters: MasterKeys, name: string): Promise<Buffer> {
  const place = ["installation-key", name];
  const made = masters.make(place);
  await pool.query(
    "INSERT INTO vault.installation_keys (name, wrapped, wrapped_by) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING",
    [name, made.wrapped, made.wrappedBy],
  );
  const { rows } = await pool.query<{ wrapped: Buffer; wrapped_by: string }>(
    "SELECT wrapped, wrapped_by FROM vault.installation_keys WHERE name = $1",
    [name],
  );
  return masters.unwrap(place, { wrapped: rows[0]!.wrapped, wrappedBy: rows[0]!.wrapped_by });
}

async function rewrapAll(client: PoolClient, masters: MasterKeys): Promise<number> {
  const { rows: owners } = await client.query<KeyRow>(
    "SELECT owner, key_id, wrapped, wrapped_by FROM vault.owner_keys WHERE wrapped IS NOT NULL AND wrapped_by <> $1 FOR UPDATE",
    [masters.current],
  );
  for (const row of owners) {
    const { wrapped, wrappedBy } = masters.wrap(keyPlace(row.owner, row.key_id), openKey(masters, row)!);
    await client.query("UPDATE vault.owner_keys SET wrapped = $2, wrapped_by = $3 WHERE owner = $1", [
      row.owner,
      wrapped,
      wrappedBy,
    ]);
  }
  const { rows: own } = await client.query<{ name: string; wrapped: Buffer; wrapped_by: string }>(
    "SELECT name, wrapped, wrapped_by FROM vault.installation_keys WHERE wrapped_by <> $1 FOR UPDATE",
    [masters.current],
  );
  for (const row of own) {
    const place = ["installation-key", row.name];
    const { wrapped, wrappedBy } = masters.wrap(
      place,
      masters.unwrap(place, { wrapped: row.wrapped, wrappedBy: row.wrapped_by }),
    );
    await client.query("UPDATE vault.installation_keys SET wrapped = $2, wrapped_by = $3 WHERE name = $1", [
      row.name,
      wrapped,
      wrappedBy,
    ]);
  }
  return owners.length + own.length;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is thrown away.
    await client.query("ROLLBACK").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
