import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8 } from "#domain/transparency/bytes.ts";
import { joinedRoot, leafHash, nodeHash } from "#domain/transparency/tree/merkle.ts";
import { checkTree } from "./check-tree.ts";
import { compareLeaves, type LeafNow } from "./compare-leaves.ts";
import { logCrypto } from "../log-crypto.ts";

const { sha256 } = logCrypto;
const COUNT = 3_000;
const leaf = (name: string | number) => leafHash(sha256, utf8(`event ${name}`));
const KEPT = Array.from({ length: COUNT }, (_, n) => leaf(n));
const LOG: readonly LeafNow[] = KEPT.map((each, revision) => ({ leaf: each, stream: "s", revision }));
const forged: LeafNow = { leaf: leaf("forged"), stream: "s", revision: 7 };

async function compare(now: readonly LeafNow[], kept: readonly Uint8Array[] = KEPT) {
  const compared = compareLeaves(rowOf(kept));
  for (const each of now) await compared.push(each);
  return compared.finish();
}
async function* rowOf(leaves: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* leaves;
}

describe("a log compared with the leaves that were kept of it", () => {
  test("is the same, and may have gone on", async () => {
    expect(await compare(LOG)).toEqual({ faults: [], beyond: 0 });
    expect(await compare([...LOG, forged])).toEqual({ faults: [], beyond: 1 });
  });

  const anywhere = fc.nat(COUNT - 1);
  const finds = (change: (at: number, to: number) => { now: readonly LeafNow[]; faults: readonly object[] }) =>
    fc.assert(
      fc.asyncProperty(anywhere, anywhere, async (at, to) => {
        const { now, faults } = change(at, to);
        expect((await compare(now)).faults).toEqual(faults);
      }),
      {
        numRuns: 25,
        examples: [
          [0, 1],
          [COUNT - 1, 0],
          [511, 513],
        ],
      },
    );

  test("shows which event was changed", () =>
    finds((at) => ({
      now: LOG.with(at, forged),
      faults: [{ index: at, sentence: "revision 7 of stream s was changed" }],
    })));

  test("shows which event was removed", () =>
    finds((at) => ({ now: LOG.toSpliced(at, 1), faults: [{ index: at, sentence: "an event was removed" }] })));

  test("shows which event was inserted", () =>
    finds((at) => ({
      now: LOG.toSpliced(at, 0, forged),
      faults: [{ index: at, sentence: "revision 7 of stream s was inserted" }],
    })));

  test("shows which event was moved", () =>
    finds((at, to) => {
      const now = LOG.toSpliced(at, 1).toSpliced(to, 0, LOG[at]!);
      // Of two neighbours that changed places, either is the one that was moved.
      const [from, until] = Math.abs(at - to) === 1 ? [Math.min(at, to), Math.max(at, to)] : [at, to];
      const sentence = `revision ${from} of stream s was moved to place ${until}`;
      return { now, faults: at === to ? [] : [{ index: from, sentence }] };
    }));

  test("shows an event that was moved to the end", async () => {
    const { faults, beyond } = await compare([...LOG.slice(1), LOG[0]!]);
    expect({ faults, beyond }).toEqual({
      faults: [{ index: 0, sentence: `revision 0 of stream s was moved to place ${LOG.length - 1}` }],
      beyond: 0,
    });
  });

  test("shows several differences, and a cut end", async () => {
    const now = LOG.with(10, forged).toSpliced(2_000, 2).slice(0, -5);
    const { faults } = await compare(now);
    expect(faults.map(({ index }) => index)).toEqual([10, 2_000, 2_001, 2_993 + 2, 2_996, 2_997, 2_998, 2_999]);
  });

  test("that is another log altogether keeps a bounded number of differences", async () => {
    const other = Array.from({ length: 25_000 }, (_, n) => ({ leaf: leaf(`other ${n}`), stream: "o", revision: n }));
    const { faults } = await compare(
      other,
      other.map(({ leaf: each }) => sha256(each)),
    );
    expect(faults.length).toBe(10_000);
  });
});

test("log checkpoints are compared with the tree over the events, at their size", async () => {
  const root = (leaves: readonly Uint8Array[]) => joinedRoot(sha256, leaves);
  const of = (size: number, expected: Uint8Array, name: string) => ({
    checkpoint: { origin: "log", size, root: expected },
    name,
  });
  const three = nodeHash(sha256, nodeHash(sha256, KEPT[0]!, KEPT[1]!), KEPT[2]!);
  const check = checkTree(rowOf(KEPT), [
    of(COUNT + 1, three, "a longer one"),
    of(3, three, "a right one"),
    of(2, three, "a wrong one"),
    of(0, root([]), "an empty one"),
  ]);
  for (const each of LOG) await check.push(each);
  expect((await check.finish()).faults).toEqual([
    { index: 2, sentence: "the events up to here are not those of a wrong one" },
    { index: COUNT, sentence: `the log ends, and a longer one is of ${COUNT + 1} events` },
  ]);
});
