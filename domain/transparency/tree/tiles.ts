import { concat, HASH_BYTES, type Sha256 } from "../bytes.ts";
import { perfectRoot } from "./merkle.ts";

/** Hashes in a full tile. */
export const TILE_WIDTH = 256;

export type TileId = { readonly level: number; readonly n: number };
/** A tile with its hashes, one after the other; fewer than 256 in the last tile of a level. */
export type Tile = TileId & { readonly hashes: Uint8Array };

/** How many hashes tile `n` of a level has in a tree of this size; 0 if it has no such tile. */
export function tileWidth({ level, n }: TileId, size: number): number {
  const onLevel = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, onLevel - n * TILE_WIDTH));
}

/** The partial tiles at the right edge of a tree of this size, the lowest level first. */
export function edgeTiles(size: number): TileId[] {
  const ids: TileId[] = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH))
    if (count % TILE_WIDTH > 0) ids.push({ level, n: Math.floor(count / TILE_WIDTH) });
  return ids;
}

export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

type Growing = { n: number; hashes: Uint8Array[] };

/**
 * A tree that grows at its right edge. `edge`: the tiles that `edgeTiles` names for its size. It holds the partial tiles
 * only, so its memory does not grow with the tree.
 */
export function growingTree(sha256: Sha256, start: { readonly size: number; readonly edge: readonly Tile[] }) {
  let { size } = start;
  const levels: Growing[] = [];
  for (let count = size; count > 0; count = Math.floor(count / TILE_WIDTH))
    levels.push({ n: Math.floor(count / TILE_WIDTH), hashes: [] });
  for (const { level, hashes } of start.edge) levels[level]!.hashes = splitHashes(hashes);

  const push = (level: number, hash: Uint8Array, changed: Map<string, Tile>): void => {
    const growing = (levels[level] ??= { n: 0, hashes: [] });
    growing.hashes.push(hash);
    if (growing.hashes.length < TILE_WIDTH) return;
    const { n, hashes } = growing;
    changed.set(`${level}/${n}`, { level, n, hashes: concat(...hashes) });
    levels[level] = { n: n + 1, hashes: [] };
    push(level + 1, perfectRoot(sha256, hashes), changed);
  };
  const edge = (): Tile[] =>
    levels.flatMap(({ n, hashes }, level) => (hashes.length > 0 ? [{ level, n, hashes: concat(...hashes) }] : []));

  return {
    size: (): number => size,
    edge,
    /** Adds leaves; returns the tiles that are new or longer now. */
    append(leaves: readonly Uint8Array[]): Tile[] {
      if (leaves.length === 0) return [];
      const before = new Map(edge().map(({ level, n, hashes }) => [`${level}/${n}`, hashes.length]));
      const changed = new Map<string, Tile>();
      for (const leaf of leaves) push(0, leaf, changed);
      size += leaves.length;
      for (const tile of edge()) {
        const name = `${tile.level}/${tile.n}`;
        if (before.get(name) !== tile.hashes.length) changed.set(name, tile);
      }
      return [...changed.values()];
    },
  };
}
