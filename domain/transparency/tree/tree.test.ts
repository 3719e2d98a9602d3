import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { concat, fromHex, sameBytes, toHex, utf8 } from "../bytes.ts";
import { inclusionRoot, isConsistent, leafHash } from "./merkle.ts";
import { consistencyProof, inclusionProof, type ReadTiles, treeRoot } from "./read-tree.ts";
import { parseTilePath, tilePath } from "./tile-path.ts";
import { edgeTiles, growingTree, type Tile, tileWidth } from "./tiles.ts";

const { sha256 } = logCrypto;

/** RFC 6962, section 2.1, word for word: slow, and without tiles. */
function mth(entries: readonly Uint8Array[]): Uint8Array {
  if (entries.length === 0) return sha256();
  if (entries.length === 1) return sha256(Uint8Array.of(0), entries[0]!);
  const k = below(entries.length);
  return sha256(Uint8Array.of(1), mth(entries.slice(0, k)), mth(entries.slice(k)));
}
function path(m: number, entries: readonly Uint8Array[]): Uint8Array[] {
  if (entries.length === 1) return [];
  const k = below(entries.length);
  return m < k
    ? [...path(m, entries.slice(0, k)), mth(entries.slice(k))]
    : [...path(m - k, entries.slice(k)), mth(entries.slice(0, k))];
}
function subproof(m: number, entries: readonly Uint8Array[], whole: boolean): Uint8Array[] {
  if (m === entries.length) return whole ? [] : [mth(entries)];
  const k = below(entries.length);
  return m <= k
    ? [...subproof(m, entries.slice(0, k), whole), mth(entries.slice(k))]
    : [...subproof(m - k, entries.slice(k), false), mth(entries.slice(0, k))];
}
function below(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

const entriesOf = (count: number) => Array.from({ length: count }, (_, n) => utf8(`entry ${n}`));

/** A tree grown in steps of these sizes, and how many tiles a proof has read. */
function grown(entries: readonly Uint8Array[], steps: readonly number[]) {
  const tiles = new Map<string, Tile>();
  let tree = growingTree(sha256, { size: 0, edge: [] });
  for (let at = 0, step = 0; at < entries.length; step += 1) {
    const end = at + Math.max(1, steps[step % steps.length] ?? 1);
    const leaves = entries.slice(at, end).map((entry) => leafHash(sha256, entry));
    for (const tile of tree.append(leaves)) tiles.set(`${tile.level}/${tile.n}`, tile);
    // As a process that starts again does it.
    tree = growingTree(sha256, {
      size: tree.size(),
      edge: edgeTiles(tree.size()).map(({ level, n }) => tiles.get(`${level}/${n}`)!),
    });
    at = end;
  }
  let reads = 0;
  const read: ReadTiles = async (ids) => {
    reads += ids.length;
    return ids.map(({ level, n }) => tiles.get(`${level}/${n}`)!);
  };
  return { tiles, read, reads: () => reads };
}

const hex = (hashes: readonly Uint8Array[]) => hashes.map(toHex);

/** The test vectors of Certificate Transparency: eight entries, and the root after each. */
const ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

describe("a tree in tiles", () => {
  test("has the roots of the public test vectors", async () => {
    const entries = ENTRIES.map(fromHex);
    const { read } = grown(entries, [3]);
    for (const [size, root] of ROOTS.entries()) expect(toHex(await treeRoot(sha256, read, size))).toBe(root);
  });

  test("has the roots and proofs of RFC 6962, however it grew", async () => {
    const entries = entriesOf(700);
    const sizes = fc.integer({ min: 1, max: entries.length });
    const trees = [[1], [7, 250], [256], [700]].map((steps) => grown(entries, steps));
    await fc.assert(
      fc.asyncProperty(fc.nat(trees.length - 1), sizes, sizes, fc.nat(), async (which, a, b, any) => {
        const { read } = trees[which]!;
        const [older, size] = [Math.min(a, b), Math.max(a, b)];
        const index = any % size;
        const [root, oldRoot] = [mth(entries.slice(0, size)), mth(entries.slice(0, older))];
        expect(toHex(await treeRoot(sha256, read, size))).toBe(toHex(root));
        const included = await inclusionProof(sha256, read, index, size);
        expect(hex(included)).toEqual(hex(path(index, entries.slice(0, size))));
        const leaf = leafHash(sha256, entries[index]!);
        expect(toHex(inclusionRoot(sha256, { index, size, leaf, proof: included })!)).toBe(toHex(root));
        const consistent = await consistencyProof(sha256, read, older, size);
        expect(hex(consistent)).toEqual(hex(subproof(older, entries.slice(0, size), true)));
        expect(isConsistent(sha256, { size: older, root: oldRoot }, { size, root }, consistent)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("proves nothing with a changed hash, size or leaf", async () => {
    const entries = entriesOf(40);
    const { read } = grown(entries, [40]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.nat(), async (size, any, bit) => {
        const index = any % size;
        const root = mth(entries.slice(0, size));
        const leaf = leafHash(sha256, entries[index]!);
        const proof = await inclusionProof(sha256, read, index, size);
        const leadsToRoot = (changed: Partial<Parameters<typeof inclusionRoot>[1]>) => {
          const found = inclusionRoot(sha256, { index, size, leaf, proof, ...changed });
          return found !== null && sameBytes(found, root);
        };
        const broken = proof.map((hash, at) => (at === bit % proof.length ? flipped(hash, bit) : hash));
        expect(leadsToRoot({})).toBe(true);
        expect(leadsToRoot({ proof: broken })).toBe(false);
        expect(leadsToRoot({ proof: [...proof, root] })).toBe(false);
        expect(leadsToRoot({ proof: proof.slice(1) })).toBe(false);
        expect(leadsToRoot({ leaf: flipped(leaf, bit) })).toBe(false);
        expect(leadsToRoot({ index: size + index })).toBe(false);
        const older = { size: index + 1, root: mth(entries.slice(0, index + 1)) };
        const steps = await consistencyProof(sha256, read, older.size, size);
        const shows = (from: typeof older, by: typeof steps) => isConsistent(sha256, from, { size, root }, by);
        expect(shows(older, steps)).toBe(true);
        expect(shows({ ...older, root: flipped(older.root, bit) }, steps)).toBe(false);
        expect(shows(older, [...steps, root])).toBe(false);
        if (steps.length > 0) {
          expect(shows(older, steps.slice(0, -1))).toBe(false);
          expect(shows(older, [flipped(steps[0]!, bit), ...steps.slice(1)])).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("has the tiles of tlog-tiles, of which a proof reads a few", async () => {
    expect(edgeTiles(70_000)).toEqual([
      { level: 0, n: 273 },
      { level: 1, n: 1 },
      { level: 2, n: 0 },
    ]);
    const width = (level: number, n: number) => tileWidth({ level, n }, 70_000);
    expect([width(0, 272), width(0, 273), width(0, 274), width(1, 1), width(2, 0)]).toEqual([256, 112, 0, 17, 1]);
    expect(edgeTiles(256)).toEqual([{ level: 1, n: 0 }]);
    const entries = entriesOf(66_000);
    const { read, reads, tiles } = grown(entries, [5_000]);
    expect(tiles.size).toBe(258 + 2 + 1);
    const root = await treeRoot(sha256, read, 66_000);
    const before = reads();
    const proof = await inclusionProof(sha256, read, 31_234, 66_000);
    expect(reads() - before).toBeLessThanOrEqual(6);
    const leaf = leafHash(sha256, entries[31_234]!);
    expect(inclusionRoot(sha256, { index: 31_234, size: 66_000, leaf, proof })).toEqual(root);
  });
});

function flipped(hash: Uint8Array, bit: number): Uint8Array {
  const copy = concat(hash);
  copy[bit % copy.length]! ^= 1 << (bit % 8);
  return copy;
}

describe("the path of a tile", () => {
  test.each([
    [{ n: 0, width: 256 }, "000"],
    [{ n: 273, width: 112 }, "273.p/112"],
    [{ n: 1_234_067, width: 256 }, "x001/x234/067"],
    [{ n: 1_000, width: 1 }, "x001/000.p/1"],
  ])("%o is %s", (tile, text) => {
    expect(tilePath(tile)).toBe(text);
    expect(parseTilePath(text)).toEqual(tile);
  });

  test.each(["", "1", "0000", "x000/001", "001/002", "000.p/0", "000.p/256", "000.p/01", "x001", "-01", "000/", "00a"])(
    "%j is none",
    (text) => expect(parseTilePath(text)).toBeNull(),
  );
});
