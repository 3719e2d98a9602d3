/** The known word that a misspelt one most likely means: the one with the fewest changes, if these are at most half as many as its letters; else null. */
export function nearest(word: string, known: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  // Words of very different length cannot be near, so they are not compared.
  const alike = known
    .filter((each) => Math.abs(each.length - wanted.length) <= each.length / 2)
    .map((each) => ({ each, apart: lettersApart(wanted, each.toLowerCase()) }))
    .filter(({ each, apart }) => apart <= each.length / 2)
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, MOST_COMPARED);
  const measured = alike.map(({ each }) => ({ each, changes: changesBetween(wanted, each.toLowerCase()) }));
  const best = measured.toSorted((a, b) => a.changes - b.changes)[0];
  return best && best.changes <= best.each.length / 2 ? best.each : null;
}

/** Comparing takes the product of both lengths: of a thousand long words only those with nearly the same letters are compared. */
const MOST_COMPARED = 20;

/** How many changes there are at least: letters of one word that the other does not have, in any order. */
function lettersApart(one: string, other: string): number {
  const left = new Map<string, number>();
  for (const letter of one) left.set(letter, (left.get(letter) ?? 0) + 1);
  let missing = 0;
  for (const letter of other) {
    const count = left.get(letter) ?? 0;
    if (count === 0) missing += 1;
    else left.set(letter, count - 1);
  }
  let surplus = 0;
  for (const count of left.values()) surplus += count;
  return Math.max(missing, surplus);
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
