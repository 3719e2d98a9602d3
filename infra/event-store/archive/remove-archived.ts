import type { ClientBase } from "pg";
import type { FileStore } from "../../files/file-store.ts";
import type { EventRow } from "../postgres/stored-event.ts";
import { type ArchiveFile, ArchiveFault, readArchiveFile } from "./archive-file.ts";
import type { WrittenArchive } from "./write-archive.ts";

const INDEX_FILE = `INSERT INTO log.archive_files (name, archive, month, first_position, last_position, events, bytes, raw_bytes, sha256)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const INDEX_STREAMS = `INSERT INTO log.archived_streams AS known (stream, revision, first_position, last_position)
  SELECT stream, max(revision), min(position), max(position)
  FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS gone (stream, revision, position) GROUP BY stream
  ON CONFLICT (stream) DO UPDATE SET revision = greatest(known.revision, excluded.revision),
    first_position = least(known.first_position, excluded.first_position),
    last_position = greatest(known.last_position, excluded.last_position)`;

const REMOVE = `DELETE FROM log.events USING unnest($1::bigint[], $2::text[]) AS gone (position, hash)
  WHERE events.position = gone.position AND events.hash = gone.hash`;

export type RemoveFrom = {
  readonly files: Pick<FileStore, "open">;
  readonly check: (rows: readonly EventRow[]) => Promise<void>;
  readonly reached: (step: string) => Promise<void>;
};

/**
 * Removes the events of a recorded archive from the database, file by file in the order of their positions, each in one
 * transaction with its entry in the index: an event is in the database or in an indexed file. Every file is read once
 * more before. Files that have left are passed over. Returns how many events were removed.
 */
export async function removeArchived(
  client: ClientBase,
  { list, sha256 }: WrittenArchive,
  from: RemoveFrom,
): Promise<number> {
  const { rows: gone } = await client.query<{ name: string }>("SELECT name FROM log.archive_files WHERE month = $1", [
    list.month,
  ]);
  const done = new Set(gone.map(({ name }) => name));
  let removed = 0;
  for (const file of list.files) {
    if (done.has(file.name)) continue;
    const rows = await readArchiveFile(from.files, file);
    await from.check(rows);
    await removeFile(client, { file, rows, month: list.month, archive: sha256 });
    removed += rows.length;
    await from.reached("removed");
  }
  return removed;
}

type Leaving = {
  readonly file: ArchiveFile;
  readonly rows: readonly EventRow[];
  readonly month: string;
  readonly archive: string;
};

async function removeFile(client: ClientBase, { file, rows, month, archive }: Leaving): Promise<void> {
  await client.query("BEGIN");
  try {
    const { name, first, last, events, bytes, rawBytes, sha256 } = file;
    await client.query(INDEX_FILE, [name, archive, month, first, last, events, bytes, rawBytes, sha256]);
    const positions = rows.map(({ position }) => position);
    await client.query(INDEX_STREAMS, [
      rows.map(({ stream }) => stream),
      rows.map(({ revision }) => revision),
      positions,
    ]);
    const { rowCount } = await client.query(REMOVE, [positions, rows.map(({ hash }) => hash)]);
    if (rowCount !== rows.length)
      throw new ArchiveFault(
        `The database has ${rowCount} of the ${rows.length} events of archive/${name}: nothing of it was removed`,
      );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
