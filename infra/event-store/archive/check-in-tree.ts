import { sameBytes } from "#domain/transparency/bytes.ts";
import { entryLeaf } from "#domain/transparency/log-entry.ts";
import type { LogCheckpoint } from "#domain/transparency/notes/log-checkpoint.ts";
import { inclusionRoot } from "#domain/transparency/tree/merkle.ts";
import { inclusionProof, type ReadTiles } from "#domain/transparency/tree/read-tree.ts";
import { splitHashes, TILE_WIDTH } from "#domain/transparency/tree/tiles.ts";
import { logCrypto } from "../../transparency/log-crypto.ts";
import { eventHash } from "../event-hash.ts";
import { type EventRow, toStored } from "../postgres/stored-event.ts";
import { ArchiveFault } from "./archive-file.ts";

const { sha256 } = logCrypto;

/**
 * Checks that events are those of the signed tree: each has its hash, and its leaf is at its place in the tree of this
 * log checkpoint. Of events next to each other a tile is read and proven once. Throws `ArchiveFault` with the place.
 */
export function treeChecker(read: ReadTiles, checkpoint: LogCheckpoint) {
  let tile: { readonly n: number; readonly leaves: readonly Uint8Array[] } | null = null;

  /** The hashes that lead from one leaf of a tile to the root are made of all others of the tile. */
  const provenTile = async (n: number): Promise<readonly Uint8Array[]> => {
    const [found] = await read([{ level: 0, n }]);
    const leaves = found ? splitHashes(found.hashes).slice(0, checkpoint.size - n * TILE_WIDTH) : [];
    const index = n * TILE_WIDTH;
    const leaf = leaves[0];
    const proof = leaf ? await inclusionProof(sha256, read, index, checkpoint.size) : [];
    const root = leaf && inclusionRoot(sha256, { index, size: checkpoint.size, leaf, proof });
    if (!root || !sameBytes(root, checkpoint.root))
      throw new ArchiveFault(`The tree of the log is not the one of its log checkpoint at place ${index}`);
    return leaves;
  };

  return async (rows: readonly EventRow[]): Promise<void> => {
    for (const row of rows) {
      const { event, hashed } = toStored(row);
      const index = Number(row.position) - 1;
      const n = Math.floor(index / TILE_WIDTH);
      if (tile?.n !== n) tile = { n, leaves: await provenTile(n) };
      const leaf = tile.leaves[index % TILE_WIDTH];
      if (eventHash(hashed) !== event.hash || !leaf || !sameBytes(leaf, entryLeaf(event, sha256)))
        throw new ArchiveFault(
          `Revision ${event.revision} of stream ${event.stream} (position ${index + 1}) is not what the signed tree has there`,
        );
    }
  };
}
