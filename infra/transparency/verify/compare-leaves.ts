import { sameBytes, toHex } from "#domain/transparency/bytes.ts";

/** An event as it is now, and where. */
export type LeafNow = { readonly leaf: Uint8Array; readonly stream: string; readonly revision: number };

/** A difference between the log and the tree that was made of it. `index`: the place in the log, from 0. */
export type TreeFault = { readonly index: number; readonly sentence: string };

/** Leaves compared at a time: within so many, what was removed or inserted is told apart from what was changed. */
const WINDOW = 512;
/** More differences are not kept, so that memory stays bounded in a log that was replaced. */
const MAX_DIFFERENCES = 10_000;

type Placed<T> = { readonly index: number; readonly of: T };

/**
 * Compares the events of a log, one after the other, with the leaves that its tree has, and finds both rows again after
 * a difference. `start`: the place of the first of both.
 */
export function compareLeaves(kept: AsyncIterator<Uint8Array>, start = 0) {
  const now: Placed<LeafNow>[] = [];
  const before: Placed<Uint8Array>[] = [];
  const found = differences();
  let events = start;
  let leaves = start;
  let ended = false;

  const fill = async (): Promise<void> => {
    while (!ended && before.length < WINDOW) {
      const next = await kept.next();
      if (next.done) ended = true;
      else before.push({ index: leaves++, of: next.value });
    }
  };
  const passEqual = async (): Promise<void> => {
    for (;;) {
      await fill();
      let equal = 0;
      while (equal < now.length && equal < before.length && sameBytes(now[equal]!.of.leaf, before[equal]!.of))
        equal += 1;
      if (equal === 0) return;
      now.splice(0, equal);
      before.splice(0, equal);
    }
  };
  /** Compares what is there; `isEnd`: no more events follow. */
  const settle = async (isEnd: boolean): Promise<void> => {
    await passEqual();
    while (now.length > 0 && before.length > 0 && (isEnd || now.length >= WINDOW)) {
      const { a, b } = nextSame(now, before);
      const [added, lost] = [now.splice(0, a), before.splice(0, b)];
      added.forEach((each, at) => found.add(each, lost[at]));
      lost.forEach((each) => found.lose(each));
      await passEqual();
    }
  };
  return {
    async push(of: LeafNow): Promise<void> {
      now.push({ index: events++, of });
      if (now.length >= WINDOW) await settle(false);
    },
    /** The differences, and how many events at the end the tree does not have yet. */
    async finish(): Promise<{ faults: TreeFault[]; beyond: number }> {
      await settle(true);
      for (; before.length > 0; await fill()) before.splice(0).forEach((each) => found.lose(each));
      // An event that was moved to the end is behind all that the tree has.
      const moved = now.filter(({ of }) => found.isLost(of.leaf));
      moved.forEach((each) => found.add(each, undefined));
      return { faults: found.list(), beyond: now.length - moved.length };
    },
  };
}

/** The fewest leaves of each row to leave out until both go on with the same; all of them if they do not. */
function nextSame(now: readonly Placed<LeafNow>[], before: readonly Placed<Uint8Array>[]): { a: number; b: number } {
  const places = new Map(before.map(({ of }, at) => [toHex(of), at] as const).toReversed());
  let best = { a: now.length, b: before.length };
  for (const [a, { of }] of now.entries()) {
    if (a >= best.a + best.b) break;
    const b = places.get(toHex(of.leaf));
    if (b !== undefined && a + b < best.a + best.b) best = { a, b };
  }
  return best;
}

/** Collects what differs. An event that is missing at one place and there at another was moved. */
function differences() {
  const lost = new Map<string, number>();
  const added = new Map<string, { readonly now: Placed<LeafNow>; readonly inPlaceOf: string | null }>();
  return {
    /** `old`: what the tree has in its place. */
    add(now: Placed<LeafNow>, old: Placed<Uint8Array> | undefined): void {
      if (added.size < MAX_DIFFERENCES) added.set(toHex(now.of.leaf), { now, inPlaceOf: old ? toHex(old.of) : null });
    },
    lose({ index, of }: Placed<Uint8Array>): void {
      if (lost.size < MAX_DIFFERENCES) lost.set(toHex(of), index);
    },
    isLost: (leaf: Uint8Array): boolean => lost.has(toHex(leaf)),
    list(): TreeFault[] {
      const faults: TreeFault[] = [];
      for (const [leaf, { now }] of added) {
        const from = lost.get(leaf);
        if (from === undefined) continue;
        faults.push({ index: from, sentence: `${nameOf(now.of)} was moved to place ${now.index}` });
        lost.delete(leaf);
        added.delete(leaf);
      }
      for (const { now, inPlaceOf } of added.values()) {
        const from = inPlaceOf === null ? undefined : lost.get(inPlaceOf);
        if (inPlaceOf !== null) lost.delete(inPlaceOf);
        const sentence = `${nameOf(now.of)} was ${from === undefined ? "inserted" : "changed"}`;
        faults.push({ index: from ?? now.index, sentence });
      }
      for (const index of lost.values()) faults.push({ index, sentence: "an event was removed" });
      return faults.sort((a, b) => a.index - b.index);
    },
  };
}

const nameOf = ({ stream, revision }: LeafNow): string => `revision ${revision} of stream ${stream}`;
