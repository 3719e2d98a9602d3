import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fileSystemTime } from "./folder-store.ts";

/** What a dead process left is removed at this age: no upload and no load takes so long. */
const ABANDONED_MS = 7 * 60 * 60_000;

/** A folder for files in the making, on a disk of this machine. */
export type Scratch = {
  /** Makes a folder of its own for one piece of work. */
  make(): Promise<{ readonly path: string; remove(): Promise<void> }>;
  /** Removes what dead processes left. */
  sweep(): Promise<void>;
};

/** Makes `folder` when it is first used. */
export function openScratch(folder: string): Scratch {
  return {
    async make() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const own = await mkdtemp(path.join(folder, "work-"));
      return { path: own, remove: () => rm(own, { recursive: true, force: true }) };
    },
    async sweep() {
      const names = await readdir(folder).catch(() => []);
      if (names.length === 0) return;
      const now = await fileSystemTime(folder);
      for (const name of names) {
        const changed = await stat(path.join(folder, name)).catch(() => null);
        if (changed && now.getTime() - changed.mtimeMs > ABANDONED_MS)
          await rm(path.join(folder, name), { recursive: true, force: true });
      }
    },
  };
}
