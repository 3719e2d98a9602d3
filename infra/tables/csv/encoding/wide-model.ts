import iconv from "iconv-lite";
import type { Candidate } from "./candidates.ts";
import { FREQUENT_CHARACTERS } from "./letter-pairs.ts";

const HAN = /\p{Script=Han}/u;
const KANA = /[\u3040-\u30ff]/u;
const HANGUL = /[\uac00-\ud7a3]/u;
const SIGNS = /[\u3000-\u3011\u30fb\uff01-\uff5e]/u;
/** Characters of each kind in a language: how much of its text they are, and how many of them there are. */
const SHARES = {
  frequent: 0.5,
  everyday: 0.4 / 3_500,
  kana: 0.4 / 170,
  sign: 0.003 / 100,
  rare: 1e-3 / 7_000,
  foreign: 1e-9,
} as const;

/** Gives the natural logarithm of how likely a character is in the language of an encoding of several bytes. */
export function wideModel({ encoding, languages, leads = [] }: Candidate): (character: string) => number {
  const language = languages[0] ?? "";
  const frequent = new Set(FREQUENT_CHARACTERS[language]);
  const costs = new Map<string, number>();
  return (character) => {
    const known = costs.get(character);
    if (known !== undefined) return known;
    const isOwn = language === "ko" ? HANGUL.test(character) : HAN.test(character);
    const bytes = isOwn || HAN.test(character) ? iconv.encode(character, encoding) : [];
    const isEveryday = isOwn && leads.some(([from, to]) => (bytes[0] ?? 0) >= from && (bytes[0] ?? 0) <= to);
    const share =
      language === "ja" && KANA.test(character)
        ? SHARES.kana
        : SIGNS.test(character)
          ? SHARES.sign
          : (frequent.has(character) ? SHARES.frequent / frequent.size : 0) +
            (isEveryday && bytes.length === 2 ? SHARES.everyday : bytes.length === 2 ? SHARES.rare : SHARES.foreign);
    const cost = Math.log(share);
    costs.set(character, cost);
    return cost;
  };
}
