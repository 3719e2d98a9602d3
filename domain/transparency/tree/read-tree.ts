import { HASH_BYTES, type Sha256 } from "../bytes.ts";
import { joinedRoot, perfectRoot } from "./merkle.ts";
import { splitHashes, TILE_WIDTH, type Tile, type TileId } from "./tiles.ts";

/** Reads tiles in one go; a tile may have more hashes than the tree that is asked for. */
export type ReadTiles = (ids: readonly TileId[]) => Promise<readonly Tile[]>;

const TILE_HEIGHT = 8;

/** Leaves from `start` up to and without `end`. */
type Range = { readonly start: number; readonly end: number };
/** The perfect subtree over the leaves from `index * 2^height` on. */
type Subtree = { readonly height: number; readonly index: number };

/** Root of the first `size` leaves. */
export async function treeRoot(sha256: Sha256, read: ReadTiles, size: number): Promise<Uint8Array> {
  if (size === 0) return sha256();
  const [root] = await hashesOf(sha256, read, [{ start: 0, end: size }]);
  return root!;
}

/** From the sibling of leaf `index` up to the child of the root, in a tree of `size` leaves. */
export function inclusionProof(sha256: Sha256, read: ReadTiles, index: number, size: number): Promise<Uint8Array[]> {
  return hashesOf(sha256, read, inclusionRanges(index, { start: 0, end: size }));
}

/** That the first leaves of a tree of `newer` leaves are those of the tree of `older`. */
export function consistencyProof(sha256: Sha256, read: ReadTiles, older: number, newer: number): Promise<Uint8Array[]> {
  const ranges = older === 0 || older === newer ? [] : consistencyRanges(older, { start: 0, end: newer }, true);
  return hashesOf(sha256, read, ranges);
}

function inclusionRanges(index: number, range: Range): Range[] {
  if (range.end - range.start === 1) return [];
  const { left, right } = split(range);
  return index < left.end ? [...inclusionRanges(index, left), right] : [...inclusionRanges(index, right), left];
}

/** `known`: the verifier knows the root of the range, because it is the whole older tree. */
function consistencyRanges(older: number, range: Range, known: boolean): Range[] {
  if (older === range.end) return known ? [] : [range];
  const { left, right } = split(range);
  return older <= left.end
    ? [...consistencyRanges(older, left, known), right]
    : [...consistencyRanges(older, right, false), left];
}

/** The left half is the largest perfect tree that is smaller than the whole. */
function split({ start, end }: Range): { left: Range; right: Range } {
  let width = 1;
  while (width * 2 < end - start) width *= 2;
  return { left: { start, end: start + width }, right: { start: start + width, end } };
}

/** The root of each range, from its perfect subtrees; all their tiles are read at once. */
async function hashesOf(sha256: Sha256, read: ReadTiles, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const parts = ranges.map(subtreesOf);
  const wanted = new Map(parts.flat().map((subtree) => [nameOf(placeOf(subtree)), placeOf(subtree)]));
  if (wanted.size === 0) return [];
  const ids = [...wanted.values()].map(({ level, n }) => ({ level, n }));
  const tiles = new Map((await read(ids)).map((tile) => [nameOf(tile), splitHashes(tile.hashes)]));
  const hashOf = (subtree: Subtree): Uint8Array => {
    const place = placeOf(subtree);
    const hashes = tiles.get(nameOf(place))?.slice(place.from, place.from + place.count) ?? [];
    if (hashes.length < place.count || hashes.some(({ length }) => length !== HASH_BYTES))
      throw new Error(`Tile ${nameOf(place)} of the log's tree is missing or too short`);
    return perfectRoot(sha256, hashes);
  };
  return parts.map((subtrees) => joinedRoot(sha256, subtrees.map(hashOf)));
}

function subtreesOf({ start, end }: Range): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end;) {
    let height = 0;
    while (at % 2 ** (height + 1) === 0 && at + 2 ** (height + 1) <= end) height += 1;
    subtrees.push({ height, index: at / 2 ** height });
    at += 2 ** height;
  }
  return subtrees;
}

/** The tile that holds the hashes from which a subtree's root is computed, and which of them. */
function placeOf({ height, index }: Subtree): TileId & { readonly from: number; readonly count: number } {
  const level = Math.floor(height / TILE_HEIGHT);
  const count = 2 ** (height % TILE_HEIGHT);
  return { level, n: Math.floor((index * count) / TILE_WIDTH), from: (index * count) % TILE_WIDTH, count };
}

const nameOf = ({ level, n }: TileId): string => `${level}/${n}`;
