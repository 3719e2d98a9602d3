import type { Pool } from "pg";
import type { KeyCalls, ListedKeyCall } from "#domain/core/keys/key-calls.ts";
import { cutText } from "#domain/core/text/text.ts";

const MAX_CLIENT = 80;
/** Older calls of a user are deleted with one call in so many, because finding them reads all that are kept. */
const TRIMMED_EVERY = 100;

type Row = Omit<ListedKeyCall, "rows" | "bytes" | "keyPart"> & {
  readonly id: string;
  readonly rows: string | null;
  readonly bytes: string | null;
  readonly prefix: string | null;
  readonly lastFour: string | null;
};

const LISTED = `select calls.id, calls.user_id as "userId", calls.at, calls.client, calls.table_name as "table",
    calls.item_id as "itemId", calls.version, calls.status, calls.rows, calls.bytes, calls.ms, keys.prefix, keys.last_four as "lastFour"
  from identity.key_calls calls left join identity.access_keys keys on keys.user_id = calls.user_id and keys.id = calls.key_id`;

/**
 * The last calls by key, `kept` and at most some more for each user. A client that reads page after page is one call
 * that goes on.
 */
export function keyCalls(pool: Pick<Pool, "query">, { kept }: { readonly kept: number }): KeyCalls {
  return {
    async note(call, { continues }) {
      const { userId, keyId, table, status, rows, ms, itemId, version, bytes, refused } = call;
      const client = call.client === null ? null : cutText(call.client, MAX_CLIENT);
      if (continues || refused) {
        const { rowCount } = await pool.query(
          `update identity.key_calls set at = now(), status = $5, rows = rows + $6, ms = ms + $7, bytes = bytes + $8
           where id = (select max(id) from identity.key_calls where user_id = $1 and at > now() - interval '10 minutes'
             and table_name = $2 and key_id is not distinct from $3 and client is not distinct from $4
             and version is not distinct from $9 and refused = $10)`,
          [userId, table, keyId, client, status, rows, ms, bytes, version, refused],
        );
        if (rowCount === 1) return;
      }
      const { rows: noted } = await pool.query<{ id: string }>(
        `insert into identity.key_calls (user_id, key_id, client, table_name, status, rows, ms, item_id, version, bytes, refused)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) returning id`,
        [userId, keyId, client, table, status, rows, ms, itemId, version, bytes, refused],
      );
      if (Number(noted[0]?.id) % TRIMMED_EVERY === 0) await trim(pool, userId, kept);
    },

    async lastOf(userId, limit) {
      const found = await pool.query<Row>(
        `${LISTED} where calls.user_id = $1 and not refused order by calls.id desc limit $2`,
        [userId, limit],
      );
      return found.rows.map(listed);
    },

    async page({ itemId, userId, refused }, { limit, offset, after = null }, { isCounted } = { isCounted: true }) {
      const given = [itemId, userId].filter((value) => value !== null);
      const columns = [...(itemId === null ? [] : ["item_id"]), ...(userId === null ? [] : ["user_id"])];
      // Texts rather than parameters: two indexes have only the refused ones.
      const outcome =
        refused === undefined ? "not refused" : refused === "all" ? "refused" : "refused and status = 403";
      const where = [...columns.map((column, at) => `calls.${column} = $${at + 1}`), outcome].join(" and ");
      const next = given.length + 1;
      const { rows } = await pool.query<Row>(
        `${LISTED} where ${where} and ($${next}::bigint is null or calls.id < $${next})
         order by calls.id desc limit $${next + 1} offset $${next + 2}`,
        [...given, after?.[0] ?? null, limit + 1, after === null ? offset : 0],
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      const counted = isCounted
        ? await pool.query<{ total: number }>(
            `select count(*)::float8 as total from identity.key_calls calls where ${where}`,
            given,
          )
        : null;
      return {
        items: shown.map(listed),
        total: counted?.rows[0]?.total ?? 0,
        next: last ? [Number(last.id)] : null,
      };
    },
  };
}

async function trim(pool: Pick<Pool, "query">, userId: string, kept: number): Promise<void> {
  await pool.query(
    `delete from identity.key_calls where user_id = $1
       and id <= (select id from identity.key_calls where user_id = $1 order by id desc offset $2 limit 1)`,
    [userId, kept],
  );
}

function listed({ id: _, prefix, lastFour, rows, bytes, ...call }: Row): ListedKeyCall {
  return {
    ...call,
    rows: rows === null ? null : Number(rows),
    bytes: bytes === null ? null : Number(bytes),
    keyPart: prefix === null || lastFour === null ? null : { prefix, lastFour },
  };
}
