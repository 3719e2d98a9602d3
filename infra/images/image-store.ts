import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import type { ImageStore } from "#domain/core/ports/uploads.ts";

/** Digits of the hash in a name. */
const NAME_DIGITS = 32;
/** Folders per query. */
const FOLDERS_AT_ONCE = 500;
/** Files of an item that no model knows stay so long: the log may be restored. */
const KEPT_MS = 24 * 60 * 60_000;

/** Images of items as files, each item with a folder of its own (`<folder>/<item id>`). */
export function createImageStore(folder: string) {
  const folderOf = (itemId: string) => path.join(folder, path.basename(itemId));
  const fileOf = (itemId: string, name: string) => path.join(folderOf(itemId), path.basename(name));
  const store: ImageStore = {
    async keep(itemId, kind, bytes) {
      const name = `${createHash("sha256").update(bytes).digest("hex").substring(0, NAME_DIGITS)}.${kind}`;
      await mkdir(folderOf(itemId), { recursive: true, mode: 0o700 });
      // A reader finds the whole file or none.
      const part = fileOf(itemId, `${randomUUID()}.part`);
      await writeFile(part, bytes, { mode: 0o600 });
      await rename(part, fileOf(itemId, name));
      return name;
    },
    async read(itemId, name) {
      return orNothing(readFile(fileOf(itemId, name)), null);
    },
    async removeOthers(itemId, kept) {
      if (kept === null) return rm(folderOf(itemId), { recursive: true, force: true });
      const names = await orNothing(readdir(folderOf(itemId)), []);
      for (const name of names) if (name !== kept) await rm(fileOf(itemId, name), { force: true });
    },
  };
  return {
    ...store,
    /** Removes the images of items that are gone. */
    async sweep(existing: (itemIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const names = await orNothing(readdir(folder), []);
      for (let from = 0; from < names.length; from += FOLDERS_AT_ONCE) {
        const portion = names.slice(from, from + FOLDERS_AT_ONCE);
        const known = await existing(portion);
        for (const name of portion) {
          if (known.has(name)) continue;
          const changed = await stat(folderOf(name)).catch(() => null);
          if (changed && Date.now() - changed.mtimeMs > KEPT_MS) await store.removeOthers(name, null);
        }
      }
    },
  };
}

async function orNothing<T, N>(read: Promise<T>, nothing: N): Promise<T | N> {
  try {
    return await read;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothing;
    throw error;
  }
}
