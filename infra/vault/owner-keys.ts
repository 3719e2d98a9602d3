import { randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { MasterKeys } from "./master-keys.ts";

/** A secret was to be stored for an owner who has been forgotten meanwhile. */
export class OwnerForgottenError extends Error {}

/** A row of vault.owner_keys. */
export type KeyRow = { owner: string; key_id: string; wrapped: Buffer | null; wrapped_by: string | null };

const newKeyId = (): string => randomBytes(9).toString("base64url");
const keyPlace = (owner: string, keyId: string): string[] => ["owner-key", owner, keyId];

/** The decrypted key of the row; null if its owner is forgotten. */
export function openKey(masters: MasterKeys, row: KeyRow): Buffer | null {
  return row.wrapped && row.wrapped_by
    ? masters.unwrap(keyPlace(row.owner, row.key_id), { wrapped: row.wrapped, wrappedBy: row.wrapped_by })
    : null;
}

/** The owner's key, locked against forgetting until the transaction ends; made if there is none. */
export async function liveKey(
  client: PoolClient,
  masters: MasterKeys,
  owner: string,
): Promise<{ id: string; key: Buffer }> {
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

/**
 * Like `liveKey`, without a transaction if the key exists. A text encrypted while its owner is being forgotten reads as
 * erased.
 */
export async function keyForSealing(
  pool: Pool,
  masters: MasterKeys,
  owner: string,
): Promise<{ id: string; key: Buffer }> {
  const { rows } = await pool.query<KeyRow>(
    "SELECT owner, key_id, wrapped, wrapped_by FROM vault.owner_keys WHERE owner = $1",
    [owner],
  );
  const key = rows[0] && openKey(masters, rows[0]);
  return key ? { id: rows[0]!.key_id, key } : inTransaction(pool, (client) => liveKey(client, masters, owner));
}

/** Deletes the owner's key and secrets for good: the owner gets no new key. */
export async function forgetOwner(pool: Pool, owner: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `INSERT INTO vault.owner_keys (owner, key_id, forgotten_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (owner) DO UPDATE SET wrapped = NULL, wrapped_by = NULL,
         forgotten_at = coalesce(vault.owner_keys.forgotten_at, excluded.forgotten_at)`,
      [owner, newKeyId()],
    );
    await client.query("DELETE FROM vault.secrets WHERE owner = $1", [owner]);
  });
}

/** The installation's key of this name, made on first use. */
export async function installationKey(pool: Pool, masters: MasterKeys, name: string): Promise<Buffer> {
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

/** Wraps every key again with the first master secret. Returns how many. */
export async function rewrapAll(client: PoolClient, masters: MasterKeys): Promise<number> {
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

/** Runs the work in one transaction. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is closed.
    await client.query("ROLLBACK").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
