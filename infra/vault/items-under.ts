import type { Pool } from "pg";

/** Items of one query. */
const ITEMS_AT_ONCE = 500;

/** Items with secrets, and when the newest secret of each was stored. */
export type SecretItems = {
  readonly items: readonly { readonly owner: string; readonly item: string; readonly storedMsAgo: number }[];
  /** The item to continue after; null at the end. */
  readonly next: string | null;
};

/** One index step for each item, however many secrets it has. In byte order `0` is the next character after `/`. */
const SQL = `
WITH RECURSIVE walk AS (
  SELECT (
    SELECT name FROM vault.secrets
    WHERE name COLLATE "C" >= $1 || CASE WHEN $2 = '' THEN '' ELSE $2 || '0' END AND name COLLATE "C" < left($1, -1) || '0'
    ORDER BY name COLLATE "C" LIMIT 1
  ) AS name
  UNION ALL
  SELECT (
    SELECT name FROM vault.secrets
    WHERE name COLLATE "C" >= $1 || split_part(substr(walk.name, length($1) + 1), '/', 1) || '0' AND name COLLATE "C" < left($1, -1) || '0'
    ORDER BY name COLLATE "C" LIMIT 1
  ) FROM walk WHERE walk.name IS NOT NULL
), page AS (
  SELECT split_part(substr(name, length($1) + 1), '/', 1) AS item, row_number() OVER () AS place FROM walk WHERE name IS NOT NULL LIMIT ${ITEMS_AT_ONCE}
)
SELECT owner, item, extract(epoch FROM clock_timestamp() - stored_at)::float8 * 1000 AS "storedMsAgo"
FROM page, LATERAL (
  SELECT owner, max(stored_at) AS stored_at FROM vault.secrets
  WHERE name COLLATE "C" >= $1 || item || '/' AND name COLLATE "C" < $1 || item || '0'
  GROUP BY owner
) AS held
ORDER BY place`;

/** See PersonalVault.itemsUnder. */
export async function itemsUnder(pool: Pick<Pool, "query">, prefix: string, after: string): Promise<SecretItems> {
  const { rows } = await pool.query<SecretItems["items"][number]>(SQL, [prefix, after]);
  const distinct = new Set(rows.map(({ item }) => item));
  return { items: rows, next: distinct.size < ITEMS_AT_ONCE ? null : (rows.at(-1)?.item ?? null) };
}
