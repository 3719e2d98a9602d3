import { HASH_BYTES, sameBytes, type Sha256 } from "../bytes.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hash of an entry (RFC 6962, section 2.1). */
export function leafHash(sha256: Sha256, entry: Uint8Array): Uint8Array {
  return sha256(LEAF, entry);
}

export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(NODE, left, right);
}

/** Root of a tree whose leaves are these hashes; their number is a power of two. */
export function perfectRoot(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < row.length; at += 2) above.push(nodeHash(sha256, row[at]!, row[at + 1]!));
    row = above;
  }
  return row[0]!;
}

/** Root over perfect subtrees from left to right, each smaller than the one before. */
export function joinedRoot(sha256: Sha256, subtrees: readonly Uint8Array[]): Uint8Array {
  return subtrees.length === 0 ? sha256() : subtrees.reduceRight((right, left) => nodeHash(sha256, left, right));
}

export type Inclusion = {
  readonly index: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
};

/** The root that an inclusion proof leads to; null if the proof does not fit index and size. */
export function inclusionRoot(sha256: Sha256, { index, size, leaf, proof }: Inclusion): Uint8Array | null {
  if (index >= size || proof.some(({ length }) => length !== HASH_BYTES)) return null;
  const path = pathFrom(index, size - 1);
  let root = leaf;
  for (const hash of proof) {
    if (path.atTop()) return null;
    root = path.isRight() ? nodeHash(sha256, hash, root) : nodeHash(sha256, root, hash);
    path.up();
  }
  return path.atTop() ? root : null;
}

export type Tree = { readonly size: number; readonly root: Uint8Array };

/** Whether the proof shows that the first entries of `newer` are those of `older` (RFC 6962, section 2.1.2). */
export function isConsistent(sha256: Sha256, older: Tree, newer: Tree, proof: readonly Uint8Array[]): boolean {
  if (proof.some(({ length }) => length !== HASH_BYTES) || older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  const path = pathFrom(older.size - 1, newer.size - 1);
  path.skipRights();
  const [start, ...rest] = path.isWhole() ? [older.root, ...proof] : proof;
  if (start === undefined) return false;
  let [olderRoot, newerRoot] = [start, start];
  for (const hash of rest) {
    if (path.atTop()) return false;
    if (path.isRight()) olderRoot = nodeHash(sha256, hash, olderRoot);
    newerRoot = path.isRight() ? nodeHash(sha256, hash, newerRoot) : nodeHash(sha256, newerRoot, hash);
    path.up();
  }
  return path.atTop() && sameBytes(olderRoot, older.root) && sameBytes(newerRoot, newer.root);
}

const half = (n: number): number => Math.floor(n / 2);
const isOdd = (n: number): boolean => n % 2 === 1;

/** The way from a node up to the root; `last`: the last node of its row. */
function pathFrom(node: number, last: number) {
  const step = () => ([node, last] = [half(node), half(last)]);
  return {
    atTop: () => last === 0,
    /** The proof's next hash is on its left. */
    isRight: () => isOdd(node) || node === last,
    /** The node is the root of the whole older tree. */
    isWhole: () => node === 0,
    skipRights() {
      while (isOdd(node)) step();
    },
    up() {
      // A last node without a sibling moves up unchanged.
      if (node === last) while (!isOdd(node) && node !== 0) step();
      step();
    },
  };
}
