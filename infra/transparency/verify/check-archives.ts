import type { Pool } from "pg";
import type { LogArchive } from "#domain/log-archive/decider.ts";
import { ArchiveFault, readArchiveList } from "../../event-store/archive/archive-file.ts";
import type { FileStore } from "../../files/file-store.ts";

/**
 * Compares the index of archive files with what the log has recorded: every file is in the list of a `LogArchived`, with
 * its SHA-256. Returns a sentence for each fault. The events in the files are compared with the tree by whoever reads the
 * log.
 */
export async function archiveFaults(
  pool: Pick<Pool, "query">,
  files: Pick<FileStore, "open">,
  recorded: readonly LogArchive[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  const { rows } = await pool.query<{ archive: string; files: number }>(
    "SELECT archive, count(*)::float8 AS files FROM log.archive_files GROUP BY archive",
  );
  const indexed = new Map(rows.map((row) => [row.archive, row.files]));
  for (const archive of recorded)
    try {
      const list = await readArchiveList(files, archive);
      const { rows: found } = await pool.query<{ n: number }>(
        `SELECT count(*)::float8 AS n FROM log.archive_files f JOIN unnest($2::text[], $3::text[]) AS listed (name, sha256) USING (name, sha256)
         WHERE f.archive = $1`,
        [archive.sha256, list.files.map(({ name }) => name), list.files.map(({ sha256 }) => sha256)],
      );
      if (found[0]!.n !== (indexed.get(archive.sha256) ?? 0))
        faults.push(`Files of the archive of ${archive.month} are not those that the log has recorded.`);
      indexed.delete(archive.sha256);
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      faults.push(`${error.message}.`);
      indexed.delete(archive.sha256);
    }
  for (const [, count] of indexed)
    faults.push(`${count} archive files are of an archive that the log has not recorded.`);
  return faults;
}
