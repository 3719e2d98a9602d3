import type { Pool } from "pg";
import type { KeyCalls, ListedKeyCall } from "#domain/core/keys/key-calls.ts";
import { cutText } from "#domain/core/text/text.ts";

/** Calls that are kept for each user. */
const KEPT = 50;
const MAX_CLIENT = 80;

/** The last calls by key, for their users. A client that reads page after page is one call that goes on. */
export function keyCalls(pool: Pick<Pool, "query">): KeyCalls {
  return {
    async note(call, { continues }) {
      const { userId, keyId, table, status, rows, ms } = call;
      const client = call.client === null ? null : cutText(call.client, MAX_CLIENT);
      if (continues) {
        const { rowCount } = await pool.query(
          `update identity.key_calls set at = now(), status = $5, rows = rows + $6, ms = ms + $7
           where id = (select max(id) from identity.key_calls where user_id = $1 and at > now() - interval '10 minutes'
             and table_name = $2 and key_id is not distinct from $3 and client is not distinct from $4)`,
          [userId, table, keyId, client, status, rows, ms],
        );
        if (rowCount === 1) return;
      }
      await pool.query(
        `with noted as (insert into identity.key_calls (user_id, key_id, client, table_name, status, rows, ms)
           values ($1, $2, $3, $4, $5, $6, $7))
         delete from identity.key_calls where user_id = $1
           and id <= (select id from identity.key_calls where user_id = $1 order by id desc offset ${KEPT - 1} limit 1)`,
        [userId, keyId, client, table, status, rows, ms],
      );
    },

    async lastOf(userId, limit) {
      const found = await pool.query<
        Omit<ListedKeyCall, "rows" | "keyPart"> & {
          rows: string | null;
          prefix: string | null;
          lastFour: string | null;
        }
      >(
        `select calls.at, calls.client, calls.table_name as "table", calls.status, calls.rows, calls.ms, keys.prefix, keys.last_four as "lastFour"
         from identity.key_calls calls left join identity.access_keys keys on keys.user_id = calls.user_id and keys.id = calls.key_id
         where calls.user_id = $1 order by calls.id desc limit $2`,
        [userId, limit],
      );
      return found.rows.map(({ prefix, lastFour, rows, ...call }) => ({
        ...call,
        rows: rows === null ? null : Number(rows),
        keyPart: prefix === null || lastFour === null ? null : { prefix, lastFour },
      }));
    },
  };
}
