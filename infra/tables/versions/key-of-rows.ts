import type { PoolClient } from "pg";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { NewTable } from "../registry.ts";
import { alignedRows } from "./aligned-rows.ts";

const SHOWN_CHARS = 100;

/** Whether two rows of `alignedRows` have the same key. */
export function sameKey(a: string, b: string, key: readonly unknown[]): string {
  return key.map((_, at) => `${a}.k${at} = ${b}.k${at}`).join(" AND ");
}

/** Why the columns do not identify the rows of both tables: the first row without a value, or the first duplicate. */
export async function keyFailure(
  client: PoolClient,
  base: NewTable,
  added: NewTable,
  key: readonly string[],
): Promise<LoadFailure | null> {
  const unknown = key.find((name) => !base.columns.some((column) => column.name === name));
  if (key.length === 0 || unknown !== undefined) return { code: "key-unknown", facts: { column: unknown ?? null } };
  return (await notIdentified(client, added, key, "file")) ?? (await notIdentified(client, base, key, "dataset"));
}

async function notIdentified(
  client: PoolClient,
  table: NewTable,
  key: readonly string[],
  where: "file" | "dataset",
): Promise<LoadFailure | null> {
  const keys = key.map((_, at) => `k${at}`);
  const source = alignedRows(table, table, key);
  const empty = await client.query<{ row: string }>(
    `SELECT id AS row FROM ${source} AS rows WHERE ${keys.map((name) => `${name} IS NULL`).join(" OR ")} ORDER BY id LIMIT 1`,
  );
  const row = empty.rows[0]?.row;
  if (row !== undefined) return { code: "key-empty", facts: { where, row: Number(row), key: [...key] } };
  const twice = await client.query<{ value: (string | null)[] }>(
    `SELECT ARRAY[${keys.map((name) => `${name}::text`).join(", ")}] AS value FROM ${source} AS rows
     GROUP BY ${keys.join(", ")} HAVING count(*) > 1 ORDER BY min(id) LIMIT 1`,
  );
  const value = twice.rows[0]?.value;
  if (!value) return null;
  return {
    code: "key-twice",
    facts: { where, key: [...key], value: value.map((text) => cutText(text ?? "", SHOWN_CHARS)) },
  };
}
