import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { forgetOrphans, removableOrphans } from "../tables/orphans.ts";
import { ORIGINAL } from "./incoming-upload.ts";

/** Folders that one query asks about. */
const PORTION = 500;
/** A folder without a dataset may belong to an upload that is still coming, until it is as old as this: no upload takes so long. */
const ABANDONED_MS = 7 * 60 * 60_000;

type SweepOptions = {
  readonly pool: Pool;
  readonly folder: string;
  /** Which of these datasets there are. */
  readonly existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly remove: (datasetId: string) => Promise<void>;
};

/** Removes the files of datasets that have been gone for a day, and uploads that were cut off. */
export async function sweepUploads({ pool, folder, existing, remove }: SweepOptions): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) =>
    error.code === "ENOENT" ? [] : Promise.reject(error),
  );
  for (let from = 0; from < names.length; from += PORTION) {
    const portion = names.slice(from, from + PORTION);
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

/** Those of these folders that no upload writes to, and among them those without a whole file, which no restored log can need. */
async function abandoned(folder: string, names: readonly string[]): Promise<{ idle: string[]; cutOff: string[] }> {
  const idle: string[] = [];
  const cutOff: string[] = [];
  for (const name of names) {
    const changed = await stat(path.join(folder, name)).catch(() => null);
    if (!changed || Date.now() - changed.mtimeMs <= ABANDONED_MS) continue;
    idle.push(name);
    if (!(await stat(path.join(folder, name, ORIGINAL)).catch(() => null))) cutOff.push(name);
  }
  return { idle, cutOff };
}
