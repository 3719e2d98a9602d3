/** The known word that a misspelt one most likely means: the one with the fewest changes, if these are at most half as many as its letters; else null. */
export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  // Words of very different length cannot be near, so they are not compared.
  const measured = known
    .filter((each) => Math.abs(each.length - wanted.length) <= each.length / 2)
    .map((each) => ({ each, changes: changesBetween(wanted, each.toLowerCase()) }));
  const best = measured.toSorted((a, b) => a.changes - b.changes)[0];
  return best && best.changes <= best.each.length / 2 ? best.each : null;
}

/** How many letters must be added, removed, changed or swapped with their neighbour to turn one word into the other. */
export function changesBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const now = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      now[j] = Math.min(
        (last[j] ?? 0) + 1,
        (now[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = last;
    last = now;
  }
  return last[other.length] ?? 0;
}
