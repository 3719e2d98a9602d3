import { LETTER_PAIRS } from "./letter-pairs.ts";

/** Shares in the table are powers of two: one in 2^16 is the least. */
const CLASSES = 16;
const BOUNDARY = "_";
/** About how often a letter of ASCII, or the end of a word, is in a text. */
const ASCII_SHARE = 0.045;
const BOUNDARY_SHARE = 0.14;
/** How much of a pair is taken from the table; the rest knows only how frequent its letters are. */
const KNOWN = 0.9;
/** A letter that a language does not write: of its script, and of another one. */
const UNUSUAL = 2e-6;
const FOREIGN = 1e-8;
/** Pairs whose costs are remembered. */
const MOST_REMEMBERED = 10_000;

type Shares = {
  readonly pairs: ReadonlyMap<string, number>;
  readonly letters: ReadonlyMap<string, number>;
  readonly isLatin: boolean;
};

let languages: Shares[] | null = null;
/** By pair the cost in each language. */
const remembered = new Map<string, Float64Array>();

/** Languages in the order of costs. */
export const LANGUAGES: readonly string[] = Object.keys(LETTER_PAIRS);

/**
 * Gives for each language how likely it writes a word, as far as its letters outside ASCII go: natural logarithms. The
 * word is in lower case.
 */
export function costsOf(word: string): Float64Array {
  languages ??= Object.values(LETTER_PAIRS).map(sharesIn);
  const sums = new Float64Array(languages.length);
  let before = BOUNDARY;
  for (const letter of `${word}${BOUNDARY}`) {
    if (letter > "\x7f" || before > "\x7f") {
      const costs = pairCosts(before, letter, languages);
      for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) + (costs[at] as number);
    }
    before = letter;
  }
  return sums;
}

/** A letter of ASCII and the end of a word cost only what they are rarer here than elsewhere. */
function pairCosts(before: string, letter: string, all: readonly Shares[]): Float64Array {
  const pair = before + letter;
  const known = remembered.get(pair);
  if (known) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const isLatin = /\p{Script=Latin}/u.test(letter);
  const costs = Float64Array.from(all, (shares) => {
    const own = shareOf(shares, letter);
    const first = shareOf(shares, before);
    const follows = first === 0 ? own : Math.min(1, (shares.pairs.get(pair) ?? 0) / first);
    const least = isLatin === shares.isLatin ? UNUSUAL : FOREIGN;
    return Math.log((KNOWN * follows + (1 - KNOWN) * own + least) / (letter > "\x7f" ? 1 : own));
  });
  remembered.set(pair, costs);
  return costs;
}

function shareOf({ letters }: Shares, letter: string): number {
  return letter === BOUNDARY ? BOUNDARY_SHARE : letter < "\x80" ? ASCII_SHARE : (letters.get(letter) ?? 0);
}

function sharesIn(table: string): Shares {
  const pairs = new Map<string, number>();
  const letters = new Map<string, number>();
  for (const group of table.split(" ")) {
    const share = 2 ** (Number.parseInt(group.charAt(0), CLASSES) - CLASSES);
    for (let at = 1; at < group.length; at += 2) {
      const second = group[at + 1] ?? "";
      pairs.set(`${group[at] ?? ""}${second}`, share);
      letters.set(second, (letters.get(second) ?? 0) + share);
    }
  }
  return { pairs, letters, isLatin: /\p{Script=Latin}/u.test(table.replace(/[\x00-\x7f]/g, "")) };
}
