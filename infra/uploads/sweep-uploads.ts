import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { forgetOrphans, removableOrphans } from "../tables/orphans.ts";

/** Folders per query. */
const FOLDERS_AT_ONCE = 500;
/** A folder without a dataset may belong to an upload in progress until it is this old: no upload takes so long. */
const ABANDONED_MS = 7 * 60 * 60_000;

type SweepOptions = {
  readonly pool: Pool;
  readonly folder: string;
  /** Which of these datasets exist. */
  readonly existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly remove: (datasetId: string) => Promise<void>;
};

/** Removes the files of datasets that have been gone for a day, and aborted uploads. */
export async function sweepUploads({ pool, folder, existing, remove }: SweepOptions): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : Promise.reject(error),
  );
  for (let from = 0; from < names.length; from += FOLDERS_AT_ONCE) {
    const portion = names.slice(from, from + FOLDERS_AT_ONCE);
    const known = await existing(portion);
    const { idle, cutOff } = await abandoned(
      folder,
      portion.filter((name) => !known.has(name)),
    );
    const removable = await removableOrphans(pool, "upload", { known: [...known], unknown: idle });
    for (const name of new Set([...cutOff, ...removable])) await remove(name);
    await forgetOrphans(pool, "upload", [...cutOff, ...removable]);
  }
}

/**
 * Those of these folders that no upload writes to, and among them those without a complete file, which no restored log
 * can need.
 */
async function abandoned(folder: string, names: readonly string[]): Promise<{ idle: string[]; cutOff: string[] }> {
  const idle: string[] = [];
  const cutOff: string[] = [];
  for (const name of names) {
    const changed = await stat(path.join(folder, name)).catch(() => null);
    if (!changed || Date.now() - changed.mtimeMs <= ABANDONED_MS) continue;
    idle.push(name);
    const files = await readdir(path.join(folder, name)).catch(() => []);
    if (!files.some((file) => file.endsWith("original"))) cutOff.push(name);
  }
  return { idle, cutOff };
}
