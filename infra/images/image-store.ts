import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ImageStore } from "#domain/core/ports/uploads.ts";
import type { FileStore } from "../files/file-store.ts";

/** Bytes of the hash in a name. */
const NAME_BYTES = 16;
/** Files of an item that no model knows stay so long: the log may be restored. */
const KEPT_MS = 24 * 60 * 60_000;

/** Images of items as files, each item with a folder of its own (`<item id>`). */
export function createImageStore(files: FileStore) {
  const store: ImageStore = {
    async keep(itemId, kind, bytes) {
      const nameOf = (sha256: string) => `${Buffer.from(sha256, "hex").toString("hex", 0, NAME_BYTES)}.${kind}`;
      const { sha256 } = await files.keep(Readable.from([bytes]), (hash) => `${itemId}/${nameOf(hash)}`);
      return nameOf(sha256);
    },
    async read(itemId, name) {
      const file = await files.open(`${itemId}/${name}`);
      if (!file) return null;
      try {
        return await buffer(file.read());
      } finally {
        await file.close();
      }
    },
    async removeOthers(itemId, kept) {
      if (kept === null) return files.removeFolder(itemId);
      for await (const others of files.files(itemId))
        await files.remove(others.map(({ name }) => name).filter((name) => name !== `${itemId}/${kept}`));
    },
  };
  return {
    ...store,
    /** Removes the images of items that are gone. */
    async sweep(existing: (itemIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      for await (const portion of files.folders()) {
        const known = await existing(portion);
        for (const itemId of portion)
          if (!known.has(itemId) && (await isOld(files, itemId))) await files.removeFolder(itemId);
      }
    },
  };
}

/** Whether nothing was added to a folder lately. */
async function isOld(files: FileStore, folder: string): Promise<boolean> {
  let changed = 0;
  for await (const images of files.files(folder))
    for (const { keptAt } of images) changed = Math.max(changed, keptAt.getTime());
  return Date.now() - changed > KEPT_MS;
}
