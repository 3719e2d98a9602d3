/** A line of two texts: in both, only in the later one, or only in the earlier one. */
export type LineChange = { readonly kind: "same" | "added" | "removed"; readonly text: string };

/** Pairs of lines that are compared at most. Beyond them the whole middle counts as replaced. */
const MOST_PAIRS = 4_000_000;

/** The lines of two texts with the fewest that are added or removed, in the order in which they are read. */
export function linesBetween(before: string, after: string): readonly LineChange[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const start = commonStart(old, now);
  const end = Math.min(commonStart(old.toReversed(), now.toReversed()), Math.min(old.length, now.length) - start);
  const middle = changesOf(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...all("same", now.slice(0, start)), ...middle, ...all("same", now.slice(now.length - end))];
}

const all = (kind: LineChange["kind"], lines: readonly string[]) => lines.map((text) => ({ kind, text }));

function commonStart(a: readonly string[], b: readonly string[]): number {
  const found = a.findIndex((line, at) => line !== b[at]);
  return found < 0 ? a.length : found;
}

/** By the longest common part: `lengths[i, j]` is that of what follows line i of the old and line j of the new text. */
function changesOf(old: readonly string[], now: readonly string[]): readonly LineChange[] {
  if (old.length * now.length > MOST_PAIRS) return [...all("removed", old), ...all("added", now)];
  const width = now.length + 1;
  // Lines are compared by their numbers: long ones that are equal up to their ends would be read for each pair.
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]) =>
    lines.map((line) => numbers.get(line) ?? (numbers.set(line, numbers.size), numbers.size - 1));
  const [olds, nows] = [numbered(old), numbered(now)];
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = olds[i] === nows[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: LineChange[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length;) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      changes.push({ kind: "same", text: old[i++]! });
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1)))
      changes.push({ kind: "removed", text: old[i++]! });
    else changes.push({ kind: "added", text: now[j++]! });
  }
  return changes;
}
