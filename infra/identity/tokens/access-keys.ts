import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { Scope } from "#domain/core/keys/scopes.ts";
import type { AccessKeyRequest, AccessKeys, ExpiringKey, NewAccessKey } from "#domain/core/ports/identity-ports.ts";
import type { Ids } from "#domain/core/ports/ports.ts";
import { cutText } from "#domain/core/text/text.ts";
import { keyLabel, looksValid, newKey } from "./key-text.ts";

/** `streaming`: the one key of Manage → Stream Data. `account`: named keys of the account page. `table`: made for some tables. */
export type AccessKeyKind = "streaming" | "account" | "table";

export interface AccessKey {
  readonly id: string;
  readonly userId: string;
  readonly kind: AccessKeyKind;
  readonly scopes: readonly Scope[];
  /** The only tables and connectors that it opens; null: all that its user may use. */
  readonly tables: readonly string[] | null;
  readonly connectors: readonly string[] | null;
  readonly prefix: string;
  readonly lastFour: string;
  readonly created: Date;
  readonly expires: Date | null;
  readonly lastUsed: Date | null;
  readonly lastUsedClient: string | null;
}

export interface KeyRing extends AccessKeys {
  create(request: AccessKeyRequest): Promise<NewAccessKey>;
  /** The valid key with this text, or null. */
  find(key: string): Promise<AccessKey | null>;
  /** Removes every other key of this kind; with a streaming key the user's spreadsheet tokens end too. */
  keepOnly(userId: string, kind: AccessKeyKind, id: string): Promise<void>;
  /** A user's valid keys, oldest first. */
  listOf(userId: string): Promise<AccessKey[]>;
  /** Records a use, at most once a minute for each client. `client` is a program's name, cut to 80 characters. */
  touch(id: string, client: string | null): Promise<void>;
}

const COLUMNS = `id, user_id as "userId", kind, scopes, tables, connectors, prefix, last_four as "lastFour", created, expires, last_used as "lastUsed", last_used_client as "lastUsedClient"`;
const LIVE = `(expires is null or expires > now())`;

const EXPIRING_SOON = `
  select id, user_id as "userId", expires, days from (
    select *, case when expires < now() + interval '1 day' then 1 else 7 end as days
    from identity.access_keys
    where kind = 'account' and expires > now() and expires < now() + interval '7 days'
  ) soon
  where (told_days is null or told_days > days) and expires - created > (days + 1) * interval '1 day'
  order by expires, id limit $1`;

/** With the user's spreadsheet tokens. */
const REMOVE_ALL = `with ended as (delete from identity.excel_tokens where user_id = $1)
  delete from identity.access_keys where user_id = $1`;

/**
 * Keys for programs. A key has 256 random bits, so its plain SHA-256 can be stored and looked up without revealing it.
 */
export function accessKeys(pool: Pick<Pool, "query">, ids: Pick<Ids, "fresh">): KeyRing {
  return {
    async create({ userId, kind, scopes = ["read"], tables, connectors = null, expires }) {
      const id = ids.fresh();
      const key = newKey();
      const label = keyLabel(key);
      await pool.query(
        `insert into identity.access_keys (hash, id, user_id, kind, tables, prefix, last_four, expires, scopes, connectors)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[sha256(key), id, userId, kind, tables, label.prefix, label.lastFour],
          ...[expires ?? null, scopes, connectors],
        ],
      );
      return { id, key, ...label };
    },
    async find(key) {
      if (!looksValid(key)) return null;
      const { rows } = await pool.query<AccessKey>(
        `select ${COLUMNS} from identity.access_keys where hash = $1 and ${LIVE}`,
        [sha256(key)],
      );
      return rows[0] ?? null;
    },
    async remove(userId, id) {
      const { rows } = await pool.query<{ kind: AccessKeyKind }>(
        `delete from identity.access_keys where id = $1 and user_id = $2 returning kind`,
        [id, userId],
      );
      if (rows[0]?.kind === "streaming")
        await pool.query(`delete from identity.excel_tokens where user_id = $1`, [userId]);
    },
    removeAll: async (userId) => void (await pool.query(REMOVE_ALL, [userId])),
    async keepOnly(userId, kind, id) {
      await pool.query(`delete from identity.access_keys where user_id = $1 and kind = $2 and id <> $3`, [
        userId,
        kind,
        id,
      ]);
      if (kind === "streaming") await pool.query(`delete from identity.excel_tokens where user_id = $1`, [userId]);
    },
    async listOf(userId) {
      const { rows } = await pool.query<AccessKey>(
        `select ${COLUMNS} from identity.access_keys where user_id = $1 and ${LIVE} order by created, id`,
        [userId],
      );
      return rows;
    },
    ...keyExpiry(pool),
    async touch(id, client) {
      await pool.query(
        `update identity.access_keys set last_used = now(), last_used_client = $2
         where id = $1 and (last_used is null or last_used < now() - interval '1 minute' or last_used_client is distinct from $2)`,
        [id, client === undefined || client === null ? null : cutText(client, 80)],
      );
    },
  };
}

function keyExpiry(pool: Pick<Pool, "query">): Pick<KeyRing, "expiringSoon" | "expiryTold"> {
  return {
    async expiringSoon(limit) {
      const { rows } = await pool.query<ExpiringKey>(EXPIRING_SOON, [limit]);
      return rows;
    },
    async expiryTold(id, days) {
      await pool.query(`update identity.access_keys set told_days = $2 where id = $1`, [id, days]);
    },
  };
}

function sha256(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}
