import { existsSync } from "node:fs";
import path from "node:path";
import type { ClientBase } from "pg";

/** A database that was not brought to this version yet has no archive. */
async function hasIndex(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>("SELECT to_regclass('log.archive_files') IS NOT NULL AS has");
  return rows[0]!.has;
}

/** How many events are in archive files. */
export async function archivedEvents(client: ClientBase): Promise<number> {
  if (!(await hasIndex(client))) return 0;
  const { rows } = await client.query<{ events: number }>(
    "SELECT coalesce(sum(events), 0)::float8 AS events FROM log.archive_files",
  );
  return rows[0]!.events;
}

/** Names of archive files that are looked up at a time. */
const PAGE = 500;

/** Throws if an archive file that has events of the log was not copied into this folder: without it the log has gaps. */
export async function refuseWithoutArchive(client: ClientBase, folder: string): Promise<void> {
  if (!(await hasIndex(client))) return;
  for (let after = ""; ;) {
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM log.archive_files WHERE name COLLATE "C" > $1 ORDER BY name COLLATE "C" LIMIT $2',
      [after, PAGE],
    );
    const missing = rows.find(({ name }) => !existsSync(path.join(folder, "files", "archive", name)));
    if (missing) throw new Error(`The archive file archive/${missing.name} is missing, so the log is not whole.`);
    const last = rows.at(-1);
    if (!last) return;
    after = last.name;
  }
}
