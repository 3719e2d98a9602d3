import type { Pool } from "pg";

/** A Parquet file of a table. */
export type RecordedParquet = {
  readonly sha256: string;
  readonly bytes: number;
  readonly rows: number;
  readonly rowGroups: number;
  readonly madeAt: Date;
};

/** The file of the whole table; null if none was made. */
export async function parquetOf(pool: Pool, physical: string): Promise<RecordedParquet | null> {
  const { rows } = await pool.query<RecordedParquet>(
    `SELECT sha256, bytes::float8 AS bytes, row_count::float8 AS rows, row_groups AS "rowGroups", made_at AS "madeAt"
     FROM registry.parquet_files WHERE physical = $1 AND up_to_row IS NULL`,
    [physical],
  );
  return rows[0] ?? null;
}

/** Does nothing if the table was removed meanwhile. A file that was lost and made again replaces its record. */
export async function recordParquet(
  pool: Pool,
  physical: string,
  { sha256, bytes, rows, rowGroups }: Omit<RecordedParquet, "madeAt">,
): Promise<void> {
  await pool.query(
    `INSERT INTO registry.parquet_files (physical, sha256, bytes, row_count, row_groups)
     SELECT physical, $2, $3, $4, $5 FROM registry.tables WHERE physical = $1 
     ON CONFLICT (physical, up_to_row) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes,
       row_count = excluded.row_count, row_groups = excluded.row_groups, made_at = excluded.made_at`,
    [physical, sha256, bytes, rows, rowGroups],
  );
}

/** Forgets the files of tables that are gone. */
export async function forgetParquet(pool: Pool): Promise<void> {
  await pool.query(
    "DELETE FROM registry.parquet_files AS file WHERE NOT EXISTS (SELECT FROM registry.tables WHERE physical = file.physical)",
  );
}

/** Which of these files belong to a table. */
export async function knownFiles(pool: Pool, sha256: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ sha256: string }>(
    "SELECT DISTINCT sha256 FROM registry.parquet_files WHERE sha256 = ANY ($1)",
    [sha256],
  );
  return new Set(rows.map((row) => row.sha256));
}
