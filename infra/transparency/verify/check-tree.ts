import { HASH_BYTES, sameBytes } from "#domain/transparency/bytes.ts";
import type { LogCheckpoint } from "#domain/transparency/notes/log-checkpoint.ts";
import { type ReadTiles, treeRoot } from "#domain/transparency/tree/read-tree.ts";
import {
  edgeTiles,
  growingTree,
  splitHashes,
  TILE_WIDTH,
  type Tile,
  tileWidth,
} from "#domain/transparency/tree/tiles.ts";
import { compareLeaves, type LeafNow, type TreeFault } from "./compare-leaves.ts";
import { logCrypto } from "../log-crypto.ts";

/** A log checkpoint to compare with, and what to call it. */
export type CheckpointToCheck = { readonly checkpoint: LogCheckpoint; readonly name: string };

const BATCH = 1_000;
const TILES_AT_ONCE = 16;

const { sha256 } = logCrypto;

/** A tree of so many events, with the partial tiles at its edge. */
export type TreeStart = { readonly size: number; readonly edge: readonly Tile[] };

/**
 * Compares the events of a log from `start` on, one after the other, with the leaves that were kept of it, and the tree
 * over the events with log checkpoints. Its memory does not grow with the log.
 */
export function checkTree(
  kept: AsyncIterator<Uint8Array>,
  checkpoints: readonly CheckpointToCheck[],
  start: TreeStart = { size: 0, edge: [] },
) {
  const tree = growingTree(sha256, start);
  const compared = compareLeaves(kept, start.size);
  const sorted = checkpoints.toSorted((a, b) => a.checkpoint.size - b.checkpoint.size);
  const due = sorted.filter(({ checkpoint }) => checkpoint.size >= start.size);
  const faults: TreeFault[] = sorted
    .filter(({ checkpoint }) => checkpoint.size < start.size)
    .map(({ checkpoint: { size }, name }) => ({
      index: size,
      sentence: `${name} is of ${size} events, which are not read now`,
    }));
  let leaves: Uint8Array[] = [];
  const reached = (): number => tree.size() + leaves.length;

  /** The root of a size is computed from the edge that the tree has at that size. */
  const checkDue = async (): Promise<void> => {
    while (due[0] && due[0].checkpoint.size === reached()) {
      tree.append(leaves);
      leaves = [];
      const { checkpoint, name } = due.shift()!;
      const root = await treeRoot(sha256, async () => tree.edge(), checkpoint.size);
      if (!sameBytes(root, checkpoint.root))
        faults.push({ index: checkpoint.size, sentence: `the events up to here are not those of ${name}` });
    }
  };
  return {
    async push(now: LeafNow): Promise<void> {
      await checkDue();
      leaves.push(now.leaf);
      if (leaves.length >= BATCH) {
        tree.append(leaves);
        leaves = [];
      }
      await compared.push(now);
    },
    /** What differs, and how many events at the end were not kept yet. */
    async finish(): Promise<{ faults: readonly TreeFault[]; beyond: number }> {
      await checkDue();
      for (const { checkpoint, name } of due)
        faults.push({ index: reached(), sentence: `the log ends, and ${name} is of ${checkpoint.size} events` });
      const found = await compared.finish();
      return { faults: [...found.faults, ...faults], beyond: found.beyond };
    },
  };
}

/**
 * The tree as it was at the start of the last tile of leaves that a log checkpoint has events of, or null if the tree is
 * not the one of that checkpoint: then nothing of it can be relied on.
 */
export async function treeAt(read: ReadTiles, { checkpoint }: CheckpointToCheck): Promise<TreeStart | null> {
  const root = await treeRoot(sha256, read, checkpoint.size);
  if (!sameBytes(root, checkpoint.root)) return null;
  const size = checkpoint.size - (checkpoint.size % TILE_WIDTH);
  // The root is computed from every hash at the edge, so these are those of the checkpoint too.
  const tiles = await read(edgeTiles(size));
  const edge = tiles.map((tile) => ({ ...tile, hashes: tile.hashes.subarray(0, tileWidth(tile, size) * HASH_BYTES) }));
  return { size, edge };
}

/** The leaves of a tree of this size, from its tiles, from tile `first` on. */
export async function* leavesOf(read: ReadTiles, size: number, first = 0): AsyncGenerator<Uint8Array, void> {
  const last = Math.ceil(size / TILE_WIDTH);
  for (let from = first; from < last; from += TILES_AT_ONCE) {
    const ids = Array.from({ length: Math.min(TILES_AT_ONCE, last - from) }, (_, at) => ({ level: 0, n: from + at }));
    const tiles = await read(ids);
    for (const tile of tiles.toSorted((a, b) => a.n - b.n)) {
      const hashes = splitHashes(tile.hashes);
      yield* hashes.slice(0, size - tile.n * TILE_WIDTH);
    }
  }
}
