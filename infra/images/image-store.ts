import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ImageStore } from "#domain/core/ports/uploads.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { Pool } from "pg";
import type { FileStore } from "../files/file-store.ts";
import { forgottenFiles, ownedFiles, type Pruned } from "../files/owned-files.ts";
import { forgetOrphans, removableOrphans } from "../tables/orphans.ts";

/** Bytes of the hash in a name. */
const NAME_BYTES = 16;

type ShownImages = (itemIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

/** Images of items as files, each item with a folder of its own (`<item id>`). */
export function createImageStore(store: FileStore, pool: Pool) {
  const files = ownedFiles(store, pool, "images");
  const images: ImageStore = {
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
    ...images,
    sweepHeld: files.sweepHeld,
    /**
     * Removes files that no item has shown for a day. `shown`: the images of those of these items that exist, null if an
     * item has none.
     */
    sweepForgotten: (shown: ShownImages, until: AbortSignal): Promise<Swept> =>
      files.sweepForgotten(async (ids) => removeUnshown(files, await shown(ids)), until),
    /**
     * Removes the images of items that have been gone for a day. Returns the number of folders that are not of this
     * installation; they stay.
     */
    async sweep(existing: (itemIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number> {
      let others = 0;
      for await (const { known, ours, foreign } of files.portions(existing)) {
        others += foreign;
        const removable = await removableOrphans(pool, "images", { known, unknown: ours });
        for (const itemId of removable) await files.removeFolder(itemId);
        await forgetOrphans(pool, "images", removable);
      }
      return others;
    },
  };
}

async function removeUnshown(store: FileStore, shown: ReadonlyMap<string, string | null>): Promise<Pruned> {
  let removed = 0;
  const again = new Set<string>();
  for (const [itemId, image] of shown)
    for await (const files of store.files(itemId)) {
      const unshown = files.filter(({ name }) => name !== `${itemId}/${image}`);
      const forgotten = await forgottenFiles(store, unshown);
      await store.remove(forgotten.map(({ name }) => name));
      removed += forgotten.length;
      if (unshown.length > forgotten.length) again.add(itemId);
    }
  return { removed, again: [...again] };
}
