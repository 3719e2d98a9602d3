import type { Pool } from "pg";
import type { ArchiveFile } from "./archive-file.ts";

/** Which archive files have which events. */
export type ArchiveIndex = {
  /**
   * The files with events after this position up to `until`: no archived event between the two is in another file. Null:
   * no event after it is archived.
   */
  after(position: number): Promise<{ readonly until: number; readonly files: readonly ArchiveFile[] } | null>;
  /** Whether anything was ever archived. */
  isUsed(): Promise<boolean>;
};

/** The columns of `log.archive_files` as an `ArchiveFile`. */
export const FILE_COLUMNS = `f.name, f.first_position::float8 AS first, f.last_position::float8 AS last, f.events, f.bytes,
  f.raw_bytes AS "rawBytes", f.sha256`;

const AFTER = `SELECT n.until::float8 AS until, ${FILE_COLUMNS}
  FROM (SELECT last_position AS until FROM log.archive_files WHERE last_position > $1 ORDER BY last_position LIMIT 1) n
  JOIN log.archive_files f
    ON int8range(f.first_position, f.last_position, '[]') && int8range($1::bigint + 1, n.until, '[]')
  ORDER BY f.first_position`;

/** Where the events of an archived stream are: between these positions. `revision`: of the last one that is archived. */
export type ArchivedStream = { readonly first: number; readonly last: number; readonly revision: number };

/** The index in the database. */
export function createArchiveIndex(pool: Pick<Pool, "query">): ArchiveIndex & {
  /** Null: no event of the stream is archived. */
  streamOf(stream: string): Promise<ArchivedStream | null>;
} {
  return {
    async after(position) {
      const { rows } = await pool.query<ArchiveFile & { until: number }>(AFTER, [position]);
      return rows[0] ? { until: rows[0].until, files: rows.map(({ until: _, ...file }) => file) } : null;
    },
    async isUsed() {
      const { rows } = await pool.query<{ used: boolean }>("SELECT EXISTS (SELECT FROM log.archive_files) AS used");
      return rows[0]!.used;
    },
    async streamOf(stream) {
      const { rows } = await pool.query<ArchivedStream>(
        `SELECT first_position::float8 AS first, last_position::float8 AS last, revision
         FROM log.archived_streams WHERE stream = $1`,
        [stream],
      );
      return rows[0] ?? null;
    },
  };
}
