import type { ClientBase, Pool } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import { KEPT_FOR_RETRY_MS } from "#domain/dataset/load-failure.ts";
import type { FileStore, ListedFile } from "./file-store.ts";
import { unlessHeld } from "./held-removals.ts";

/** Removals done at a time after a backup. */
const AT_ONCE = 100;
/** Folders looked at together. */
const FOLDERS_AT_ONCE = 100;
/**
 * A file that nobody names so long after it was kept is of a call that was cut before its event, of a job that was cut
 * after it, or for a retry that did not come. An hour more than retries have, for one that comes at the last moment.
 */
const FORGOTTEN_MS = KEPT_FOR_RETRY_MS + 3_600_000;

/** What was removed from some folders, and those that have files which have to be looked at again later. */
export type Pruned = { readonly removed: number; readonly again: readonly string[] };

/**
 * A file store whose folders are recorded in the database before their first file is kept. A sweep removes recorded
 * ones only: what another installation, a newer database or a person has put there is not ours to remove. While a
 * backup is being made nothing is removed: it is noted, and done later by `sweepHeld`.
 */
export type OwnedFiles = FileStore & {
  /** Removes what was to be removed while a backup was being made. */
  sweepHeld(): Promise<void>;
  /**
   * Has `prune` remove what nobody needs from folders whose newest file is old enough to be forgotten, a hundred at a time.
   * A folder is looked at once after a file was kept in it, and 25 hours later again if `prune` names it.
   */
  sweepForgotten(prune: (folders: readonly string[]) => Promise<Pruned>, until: AbortSignal): Promise<Swept>;
  /** Goes through all folders: which are of items that exist, which are ours without an item, and how many are neither. */
  portions(
    existing: (folders: readonly string[]) => Promise<ReadonlySet<string>>,
  ): AsyncIterable<{ readonly known: readonly string[]; readonly ours: readonly string[]; readonly foreign: number }>;
};

export function ownedFiles(store: FileStore, pool: Pool, area: string): OwnedFiles {
  const record = async (folders: readonly string[]): Promise<void> => {
    if (folders.length > 0)
      await pool.query(
        `INSERT INTO uploads.folders (area, folder) SELECT $1, unnest($2::text[])
         ON CONFLICT (area, folder) DO UPDATE SET kept_at = clock_timestamp()`,
        [area, folders],
      );
  };
  /** Before a file is kept: it is not to be removed any more, if it was. */
  const recordOf = async (name: string): Promise<void> => {
    const folders = name.split("/").slice(0, -1);
    await record(folders);
    await pool.query("DELETE FROM uploads.held_removals WHERE area = $1 AND name = ANY ($2)", [
      area,
      [name, ...folders],
    ]);
  };
  return {
    ...store,
    keep: (source, nameOf) =>
      store.keep(source, async (sha256) => {
        const name = await nameOf(sha256);
        await recordOf(name);
        return name;
      }),
    async take(file, name) {
      await recordOf(name);
      await store.take(file, name);
    },
    async copy(from, to) {
      await recordOf(to);
      await store.copy(from, to);
    },
    async remove(names) {
      if (names.length > 0 && !(await unlessHeld(pool, () => store.remove(names)))) await hold(pool, area, names);
    },
    async removeFolder(folder) {
      const isDone = await unlessHeld(pool, async (client) => {
        await store.removeFolder(folder);
        await forgetFolder(client, area, folder);
      });
      if (!isDone) await hold(pool, area, [folder]);
    },
    sweepHeld: () => removeHeld(store, pool, area),
    sweepForgotten: (prune, until) => sweepForgotten(pool, area, prune, until),
    async *portions(existing) {
      for await (const portion of store.folders()) {
        const [items, own] = await Promise.all([existing(portion), recordedOf(pool, area, portion)]);
        const known = portion.filter((folder) => items.has(folder));
        // Of an item of this log: made before folders were recorded, or restored.
        await record(known.filter((folder) => !own.has(folder)));
        const ours = portion.filter((folder) => !items.has(folder) && own.has(folder));
        yield { known, ours, foreign: portion.length - known.length - ours.length };
      }
    },
  };
}

/** Returns those of these files that were kept so long ago that nobody can be about to name them. */
export async function forgottenFiles(
  store: Pick<FileStore, "now">,
  files: readonly ListedFile[],
): Promise<readonly ListedFile[]> {
  if (files.length === 0) return files;
  const before = (await store.now()).getTime() - FORGOTTEN_MS;
  return files.filter(({ keptAt }) => keptAt.getTime() < before);
}

async function forgetFolder(client: ClientBase, area: string, folder: string): Promise<void> {
  await client.query("DELETE FROM uploads.folders WHERE area = $1 AND folder = $2", [area, folder]);
}

/** Notes what is to be removed after the backup. */
async function hold(pool: Pool, area: string, names: readonly string[]): Promise<void> {
  await pool.query(
    "INSERT INTO uploads.held_removals (area, name) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING",
    [area, names],
  );
}

async function removeHeld(store: FileStore, pool: Pool, area: string): Promise<void> {
  for (let done = AT_ONCE; done === AT_ONCE;) {
    done = 0;
    await unlessHeld(pool, async (client) => {
      // The rows are locked until the files are gone: one of the same name is kept after that.
      const { rows } = await client.query<{ name: string }>(
        `DELETE FROM uploads.held_removals WHERE area = $1 AND name IN
           (SELECT name FROM uploads.held_removals WHERE area = $1 ORDER BY name LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) RETURNING name`,
        [area],
      );
      for (const { name } of rows)
        if (name.includes("/")) await store.remove([name]);
        else {
          await store.removeFolder(name);
          await forgetFolder(client, area, name);
        }
      done = rows.length;
    });
  }
}

/** A folder in which a file is kept meanwhile has another time then, and comes again. */
async function sweepForgotten(
  pool: Pool,
  area: string,
  prune: (folders: readonly string[]) => Promise<Pruned>,
  until: AbortSignal,
): Promise<Swept> {
  let removed = 0;
  while (!until.aborted) {
    const { rows } = await pool.query<{ folder: string; keptAt: string }>(
      `SELECT folder, kept_at::text AS "keptAt" FROM uploads.folders
       WHERE area = $1 AND kept_at < now() - $2 * interval '1 ms' ORDER BY kept_at LIMIT ${FOLDERS_AT_ONCE}`,
      [area, FORGOTTEN_MS],
    );
    if (rows.length === 0) return { removed, done: true };
    const folders = rows.map(({ folder }) => folder);
    const pruned = await prune(folders);
    removed += pruned.removed;
    await pool.query(
      `UPDATE uploads.folders f SET kept_at = CASE WHEN f.folder = ANY ($4) THEN clock_timestamp() END
       FROM unnest($2::text[], $3::timestamptz[]) AS seen (folder, kept_at)
       WHERE f.area = $1 AND f.folder = seen.folder AND f.kept_at = seen.kept_at`,
      [area, folders, rows.map(({ keptAt }) => keptAt), pruned.again],
    );
  }
  return { removed, done: false };
}

async function recordedOf(pool: Pool, area: string, folders: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ folder: string }>(
    "SELECT folder FROM uploads.folders WHERE area = $1 AND folder = ANY ($2)",
    [area, folders],
  );
  return new Set(rows.map(({ folder }) => folder));
}
