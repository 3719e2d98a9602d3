import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** File in a data folder that was made of a backup. */
const MARK = "restored-copy";

/** Marks a data folder as a copy, so that a start makes no runs until it is told to: the original may be at work. */
export async function markRestored(dataDir: string): Promise<void> {
  await writeFile(path.join(dataDir, MARK), `${new Date().toISOString()}\n`);
}

export function isRestored(dataDir: string): boolean {
  return existsSync(path.join(dataDir, MARK));
}

/** The copy has taken the place of the original. */
export async function forgetRestored(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, MARK), { force: true });
}
