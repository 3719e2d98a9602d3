import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";

const OURS = /^(t_[0-9a-f]{32})\.(?:original(?:\.part)?|rejected\.jsonl)$/;

/** Removes the original bytes of a table and the rows of it that were set aside. */
export async function removeFiles(folder: string, physical: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (OURS.exec(name)?.[1] === physical) await rm(path.join(folder, name), { force: true });
  }
}

/**
 * Removes files whose table is not there: their upload was cut off, or the table was dropped. Files changed since `olderThan`
 * stay, for an upload may be writing them. Answers how many went.
 */
export async function sweepFiles(pool: Pool, folder: string, { olderThan }: { readonly olderThan: Date }): Promise<number> {
  const { rows } = await pool.query<{ physical: string }>("SELECT physical FROM registry.tables");
  const known = new Set(rows.map(({ physical }) => physical));
  let removed = 0;
  for (const name of await readdir(folder)) {
    const physical = OURS.exec(name)?.[1];
    if (physical === undefined || known.has(physical)) continue;
    const file = path.join(folder, name);
    const changed = (await stat(file).catch(() => null))?.mtime;
    if (!changed || changed >= olderThan) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
