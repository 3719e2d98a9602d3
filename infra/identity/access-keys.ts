import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { keyLabel, looksValid, newKey } from "./key-text.ts";

/** `streaming`: the one key of Manage → Stream Data. `account`: named keys of the account page. `table`: made for some tables. */
export type AccessKeyKind = "streaming" | "account" | "table";

export interface AccessKey {
  readonly id: string;
  readonly userId: string;
  readonly kind: AccessKeyKind;
  /** The only tables it opens; null: all that its user may read. */
  readonly tables: readonly string[] | null;
  readonly prefix: string;
  readonly lastFour: string;
  readonly created: Date;
  readonly expires: Date | null;
  readonly lastUsed: Date | null;
  readonly lastUsedClient: string | null;
}

export interface NewAccessKey {
  readonly id: string;
  readonly userId: string;
  readonly kind: AccessKeyKind;
  readonly tables?: readonly string[];
  readonly expires?: Date;
}

export interface AccessKeys {
  /** A fresh key text; nothing is stored. */
  newKey(): string;
  /** Stores a key by its hash. The same id again (a command that runs twice) changes the row to this key. */
  add(key: string, description: NewAccessKey): Promise<{ readonly prefix: string; readonly lastFour: string }>;
  /** The key behind a text, or null when there is none, no longer or not yet. */
  find(key: string): Promise<AccessKey | null>;
  /** Takes a user's key away; false when it was not there (or another's). */
  remove(userId: string, id: string): Promise<boolean>;
  /** Takes away every key of a kind, or of all kinds, but the one named. */
  removeAll(userId: string, kind?: AccessKeyKind, exceptId?: string): Promise<void>;
  /** A user's keys that still work, oldest first. */
  listOf(userId: string): Promise<AccessKey[]>;
  /** Notes a use, at most once a minute for each key. `client` is a program's name, cut to 80 characters. */
  touch(id: string, client: string | null): Promise<void>;
}

const COLUMNS = `id, user_id as "userId", kind, tables, prefix, last_four as "lastFour", created, expires, last_used as "lastUsed", last_used_client as "lastUsedClient"`;
const LIVE = `(expires is null or expires > now())`;

/** Keys for programs. A key has 256 random bits, so its plain SHA-256 can be stored and looked up, and nothing can be guessed from it. */
export function accessKeys(pool: Pick<Pool, "query">): AccessKeys {
  return {
    newKey,
    async add(key, { id, userId, kind, tables, expires }) {
      if (!looksValid(key)) throw new Error("Only keys made by newKey can be stored");
      const { prefix, lastFour } = keyLabel(key);
      await pool.query(
        `insert into identity.access_keys (hash, id, user_id, kind, tables, prefix, last_four, expires) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (id) do update set hash = excluded.hash, prefix = excluded.prefix, last_four = excluded.last_four
         where access_keys.user_id = excluded.user_id`,
        [sha256(key), id, userId, kind, tables ?? null, prefix, lastFour, expires ?? null],
      );
      return { prefix, lastFour };
    },
    async find(key) {
      if (!looksValid(key)) return null;
      const { rows } = await pool.query<AccessKey>(`select ${COLUMNS} from identity.access_keys where hash = $1 and ${LIVE}`, [sha256(key)]);
      return rows[0] ?? null;
    },
    async remove(userId, id) {
      const { rowCount } = await pool.query(`delete from identity.access_keys where id = $1 and user_id = $2`, [id, userId]);
      return rowCount === 1;
    },
    async removeAll(userId, kind, exceptId) {
      await pool.query(`delete from identity.access_keys where user_id = $1 and kind = coalesce($2, kind) and id is distinct from $3`, [userId, kind ?? null, exceptId ?? null]);
    },
    async listOf(userId) {
      const { rows } = await pool.query<AccessKey>(`select ${COLUMNS} from identity.access_keys where user_id = $1 and ${LIVE} order by created, id`, [userId]);
      return rows;
    },
    async touch(id, client) {
      await pool.query(
        `update identity.access_keys set last_used = now(), last_used_client = $2
         where id = $1 and (last_used is null or last_used < now() - interval '1 minute' or last_used_client is distinct from $2)`,
        [id, client?.slice(0, 80) ?? null],
      );
    },
  };
}

function sha256(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
