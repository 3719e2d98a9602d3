import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Builds of the pages: a folder each, and a file `current` with the name of the newest. */
export const BUILDS = path.join(import.meta.dirname, "..", "build");

/** File in the folder of builds with the name of the newest. */
export const POINTER = "current";

/**
 * The folder of the newest build; null if there is none. Later builds do not change it: each makes a folder of its own.
 */
export function currentBuild(builds = BUILDS): string | null {
  const pointer = path.join(builds, POINTER);
  if (!existsSync(pointer)) return null;
  const folder = path.join(builds, readFileSync(pointer, "utf8").trim());
  return existsSync(path.join(folder, "server")) ? folder : null;
}
