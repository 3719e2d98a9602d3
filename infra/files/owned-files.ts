import type { Pool } from "pg";
import type { FileStore } from "./file-store.ts";

/**
 * A file store whose folders are recorded in the database before their first file is kept. A sweep removes recorded
 * ones only: what another installation, a newer database or a person has put there is not ours to remove.
 */
export type OwnedFiles = FileStore & {
  /** Goes through all folders: which are of items that exist, which are ours without an item, and how many are neither. */
  portions(
    existing: (folders: readonly string[]) => Promise<ReadonlySet<string>>,
  ): AsyncIterable<{ readonly known: readonly string[]; readonly ours: readonly string[]; readonly foreign: number }>;
};

export function ownedFiles(store: FileStore, pool: Pool, area: string): OwnedFiles {
  const record = async (folders: readonly string[]): Promise<void> => {
    if (folders.length > 0)
      await pool.query(
        "INSERT INTO uploads.folders (area, folder) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING",
        [area, folders],
      );
  };
  const recordOf = (name: string) => record(name.split("/").slice(0, -1));
  const recorded = async (folders: readonly string[]): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ folder: string }>(
      "SELECT folder FROM uploads.folders WHERE area = $1 AND folder = ANY ($2)",
      [area, folders],
    );
    return new Set(rows.map(({ folder }) => folder));
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
    async removeFolder(folder) {
      await store.removeFolder(folder);
      await pool.query("DELETE FROM uploads.folders WHERE area = $1 AND folder = $2", [area, folder]);
    },
    async *portions(existing) {
      for await (const portion of store.folders()) {
        const [items, own] = await Promise.all([existing(portion), recorded(portion)]);
        const known = portion.filter((folder) => items.has(folder));
        // Of an item of this log: made before folders were recorded, or restored.
        await record(known.filter((folder) => !own.has(folder)));
        const ours = portion.filter((folder) => !items.has(folder) && own.has(folder));
        yield { known, ours, foreign: portion.length - known.length - ours.length };
      }
    },
  };
}
