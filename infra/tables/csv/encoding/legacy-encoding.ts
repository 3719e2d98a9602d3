import chardet from "chardet";
import iconv from "iconv-lite";

/** Wins if scores are equal. */
const USUAL = "windows-1252";

/** Encodings of old exports, most likely first. */
const CANDIDATES = [
  USUAL,
  "macintosh",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "koi8-r",
  "cp866",
  "windows-1253",
  "windows-1254",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
];

/**
 * Encoding of lines that are not UTF-8. Each candidate decodes them; the result with the most words of one script and
 * one style of case, and the fewest impossible characters, wins. chardet's guess decides between equals: alone it
 * mistakes short Shift-JIS for KOI8-R, and does not know Mac Roman. `utf-8` means: UTF-8 with some broken bytes.
 */
export function legacyEncoding(lines: Buffer): string {
  if (mostlyUtf8(lines)) return "utf-8";
  const opinions = new Map(chardet.analyse(lines).map((match) => [alias(match.name), match.confidence / 100]));
  const high = lines.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  let best = { encoding: USUAL, score: -Infinity };
  for (const encoding of new Set([...CANDIDATES, ...opinions.keys()])) {
    if (!iconv.encodingExists(encoding) || /^utf|^ascii|2022/i.test(encoding)) continue;
    const score =
      plausibility(iconv.decode(lines, encoding), encoding) +
      (opinions.get(encoding) ?? 0) * high * 0.2 +
      (encoding === USUAL ? high * 0.2 : 0);
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
}

function alias(name: string): string {
  const lower = name.toLowerCase();
  return lower === "iso-8859-1" ? USUAL : lower === "iso-8859-9" ? "windows-1254" : lower;
}

function mostlyUtf8(lines: Buffer): boolean {
  const text = lines.toString("utf8");
  const broken = text.match(/\ufffd+/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  return whole >= 10 * broken;
}

const SCRIPTS = [/^[\p{Script=Latin}\p{M}]+$/u, /^[\p{Script=Cyrillic}\p{M}]+$/u, /^[\p{Script=Greek}\p{M}]+$/u];
const CASES = /^(?:\p{Lu}*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|(?:\p{Lu}[\p{Ll}\p{M}]+)+)$/u;
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]+$/u;
const HALF_WIDTH = /[\uff61-\uff9f]/u;
const USUAL_SIGNS = /^[\u00a0«»°§€£¥¢©®™±²³µ·¼½¾¿¡–—‘’“”„…•×÷、。（）「」・：，]$/u;

/** First bytes of the everyday characters (level 1) of each East Asian encoding, kana included. */
const EVERYDAY: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  shift_jis: [
    [0x82, 0x83],
    [0x88, 0x97],
  ],
  "euc-jp": [
    [0xa4, 0xa5],
    [0xb0, 0xcf],
  ],
  gb18030: [[0xb0, 0xd7]],
  big5: [[0xa4, 0xc6]],
  "euc-kr": [[0xb0, 0xc8]],
};

function everydayShare(word: string, encoding: string): number {
  const ranges = EVERYDAY[encoding];
  if (!ranges) return 0.5;
  const characters = [...word];
  const everyday = characters.filter((character) => {
    const lead = iconv.encode(character, encoding)[0] as number;
    return ranges.some(([from, to]) => lead >= from && lead <= to);
  });
  return everyday.length / characters.length;
}

function plausibility(text: string, encoding: string): number {
  let score = 0;
  for (const character of text.match(/[^\x00-\x7f\p{L}\p{M}]/gu) ?? []) {
    if (character === "\ufffd" || /[\p{Cc}\p{Co}\p{Cn}]/u.test(character)) score -= 5;
    else score += USUAL_SIGNS.test(character) ? 0.9 : -1;
  }
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const foreign = word.replace(/[\x00-\x7f]/g, "").length;
    if (foreign === 0) continue;
    if (EAST_ASIAN.test(word) && !HALF_WIDTH.test(word)) score += foreign * (4 * everydayShare(word, encoding) - 2);
    // Latin words have a few accented letters; one of nothing else is another script decoded wrongly.
    else if (foreign === word.length && foreign > 1 && SCRIPTS[0]?.test(word)) score -= foreign / 2;
    // A letter alone is often a sign of another encoding.
    else if (SCRIPTS.some((script) => script.test(word)) && CASES.test(word))
      score += word.length === 1 ? 0.5 : foreign;
    else score -= foreign;
  }
  return score;
}
