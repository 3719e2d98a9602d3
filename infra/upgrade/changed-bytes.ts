import type pg from "pg";
import type { Migration } from "../postgres/migrations.ts";

const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Names behind the words that come before a table in a statement; other names are no tables and count nothing. */
const TABLES =
  /\b(?:table(?:\s+if\s+exists)?|update|into|from|on)(?:\s+only)?\s+([a-z_][\w.]*|"[^"]+"(?:\."[^"]+")?)/gi;

/**
 * Bytes of the tables that these steps name and that exist already, with their indexes: at most that much is written
 * anew while they are changed.
 */
export async function changedBytes(client: pg.Pool | pg.ClientBase, due: readonly Migration[]): Promise<number> {
  const names = new Set(
    due.flatMap(({ sql }) => [...sql.replaceAll(COMMENTS, "").matchAll(TABLES)].map(([, name]) => name)),
  );
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
     WHERE relkind IN ('r', 'p') AND oid IN (SELECT to_regclass(name) FROM unnest($1::text[]) AS name)`,
    [[...names]],
  );
  return Number(rows[0]?.bytes ?? 0);
}
