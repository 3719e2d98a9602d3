import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { INSTALLATION, listedFiles, type Manifest, readManifest } from "./manifest.ts";

/** The name of a backup that is being made, or removed. */
export const UNFINISHED = ".unfinished";

/** A whole backup of an installation. */
export type GoodBackup = { readonly folder: string; readonly manifest: Manifest };

/** The backup in a folder if it is one of this installation and every file is there with its size; otherwise null. */
export async function goodBackup(folder: string, installation: string): Promise<GoodBackup | null> {
  try {
    const manifest = await readManifest(folder);
    if (manifest.installation !== installation) return null;
    for await (const { path: name, bytes } of listedFiles(folder))
      if ((await stat(path.join(folder, name))).size !== bytes) return null;
    return { folder, manifest };
  } catch {
    return null;
  }
}

/**
 * Removes the oldest good backups of this installation beside a new one, so that `keep` are left. Whatever else is there
 * stays: backups of others, damaged ones, other files. Returns the folders that were removed.
 */
export async function keepNewest(newest: string, installation: string, keep: number): Promise<readonly string[]> {
  const parent = path.dirname(newest);
  const good: GoodBackup[] = [];
  for (const name of await readdir(parent)) {
    if (name.endsWith(UNFINISHED)) continue;
    const found = await goodBackup(path.join(parent, name), installation);
    if (found) good.push(found);
  }
  const old = good
    .filter(({ folder }) => folder !== newest)
    .sort((one, other) => other.manifest.at.localeCompare(one.manifest.at))
    .slice(Math.max(0, keep - 1));
  for (const { folder } of old) {
    // Under this name it is no backup any more, also if this process ends in the middle.
    await rename(folder, `${folder}${UNFINISHED}`);
    await rm(`${folder}${UNFINISHED}`, { recursive: true, force: true });
  }
  return old.map(({ folder }) => folder);
}

/** Removes what backups of this installation left that ended in the middle. No other one runs meanwhile. */
export async function removeUnfinished(parent: string, installation: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const folder = path.join(parent, name);
    const owner = await readFile(path.join(folder, INSTALLATION), "utf8").catch(() => null);
    if (owner?.trim() === installation) await rm(folder, { recursive: true, force: true });
  }
}
