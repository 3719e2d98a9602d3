import type { PoolClient } from "pg";
import type { KeyFault } from "#domain/core/ports/tables/table-versions.ts";
import { cutText } from "#domain/core/text/text.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { NewTable } from "../registry.ts";
import { alignedRows } from "./aligned-rows.ts";

const SHOWN_CHARS = 100;

/** Whether two rows of `alignedRows` have the same key. */
export function sameKey(a: string, b: string, key: readonly unknown[]): string {
  return key.map((_, at) => `${a}.k${at} = ${b}.k${at}`).join(" AND ");
}

/** Why the columns do not identify the rows of the file (`added`) and of the dataset, as a failed load. */
export async function keyFailure(
  client: PoolClient,
  base: NewTable,
  added: NewTable,
  key: readonly string[],
): Promise<LoadFailure | null> {
  const fault = (await keyFault(client, added, key, "after")) ?? (await keyFault(client, base, key, "before"));
  if (!fault || fault.code === "key-column-unknown") return null;
  const where = fault.version === "after" ? "file" : "dataset";
  return fault.code === "key-value-missing"
    ? { code: "key-empty", facts: { where, row: fault.row, key: [...key] } }
    : { code: "key-twice", facts: { where, key: [...key], value: [...fault.value] } };
}

/** The first row without a value in the key, or the first key that occurs twice. */
export async function keyFault(
  client: PoolClient,
  table: NewTable,
  key: readonly string[],
  version: "before" | "after",
): Promise<KeyFault | null> {
  const keys = key.map((_, at) => `k${at}`);
  const source = alignedRows(table, table, key);
  const empty = await client.query<{ row: string }>(
    `SELECT id AS row FROM ${source} AS rows WHERE ${keys.map((name) => `${name} IS NULL`).join(" OR ")} ORDER BY id LIMIT 1`,
  );
  const row = empty.rows[0]?.row;
  if (row !== undefined) return { code: "key-value-missing", version, row: Number(row) };
  const twice = await client.query<{ value: (string | null)[] }>(
    `SELECT ARRAY[${keys.map((name) => `${name}::text`).join(", ")}] AS value FROM ${source} AS rows
     GROUP BY ${keys.join(", ")} HAVING count(*) > 1 ORDER BY min(id) LIMIT 1`,
  );
  const value = twice.rows[0]?.value;
  return value
    ? {
        code: "key-value-twice",
        version,
        value: value.map((text) => cutText((text ?? "").replace(/\s+/g, " "), SHOWN_CHARS)),
      }
    : null;
}
