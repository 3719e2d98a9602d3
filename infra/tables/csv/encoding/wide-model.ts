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
  const shareOf = (character: string) => {
    if (language === "ja" && KANA.test(character)) return SHARES.kana;
    if (SIGNS.test(character)) return SHARES.sign;
    if (!HAN.test(character) && !HANGUL.test(character)) return SHARES.foreign;
    const bytes = iconv.encode(character, encoding);
    if (bytes.length !== 2) return SHARES.foreign;
    const isOwn = HANGUL.test(character) === (language === "ko");
    const isEveryday = isOwn && leads.some(([from, to]) => (bytes[0] ?? 0) >= from && (bytes[0] ?? 0) <= to);
    return (
      (frequent.has(character) ? SHARES.frequent / frequent.size : 0) + (isEveryday ? SHARES.everyday : SHARES.rare)
    );
  };
  const costs = new Map<string, number>();
  return (character) => {
    const known = costs.get(character);
    if (known !== undefined) return known;
    const cost = Math.log(shareOf(character));
    costs.set(character, cost);
    return cost;
  };
}
