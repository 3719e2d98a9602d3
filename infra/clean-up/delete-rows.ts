import type { Pool } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";

/** A statement removes so many rows at most: it has to end within the limit of its connection, whatever has piled up. */
const ROWS_AT_ONCE = 5_000;

export type OldRows = {
  /** With its schema. */
  readonly table: string;
  /** Which rows, in SQL. An index has to serve it. */
  readonly where: string;
  readonly values?: readonly unknown[];
  /** Less than the default for rows that take others with them. */
  readonly atOnce?: number;
};

/** Deletes rows, some thousand a statement, until none is left or `until` is aborted. */
export async function deleteRows(
  pool: Pick<Pool, "query">,
  { table, where, values = [], atOnce = ROWS_AT_ONCE }: OldRows,
  until: AbortSignal,
): Promise<Swept> {
  const some = `SELECT ctid FROM ${table} WHERE ${where} LIMIT ${atOnce} FOR UPDATE`;
  let removed = 0;
  while (!until.aborted) {
    const { rowCount } = await pool.query(`DELETE FROM ${table} WHERE ctid = ANY (ARRAY(${some}))`, [...values]);
    if (!rowCount) return { removed, done: true };
    removed += rowCount;
  }
  return { removed, done: false };
}

/** The same for several tables, one after the other. */
export async function deleteEach(
  pool: Pick<Pool, "query">,
  tables: readonly OldRows[],
  until: AbortSignal,
): Promise<Swept> {
  const swept: Swept[] = [];
  for (const each of tables) swept.push(await deleteRows(pool, each, until));
  return sweptTogether(swept);
}

export function sweptTogether(each: readonly Swept[]): Swept {
  return { removed: each.reduce((sum, { removed }) => sum + removed, 0), done: each.every(({ done }) => done) };
}
