/*
 * Counts the letter pairs of languages, from the names of regions, languages, currencies, units, places, months and
 * weekdays that ICU has in them (Unicode CLDR, Unicode License v3) and from some common words, and writes
 * infra/tables/csv/encoding/letter-pairs.ts: `node scripts/encodings/write-letter-pairs.ts`.
 * The table is kept and not counted when a file is read: counting takes seconds, and another ICU has other names.
 */
import { writeFileSync } from "node:fs";
import { COMMON_WORDS } from "./common-words.ts";

/** Languages that were written in encodings of 8 bits. */
const ALPHABETS =
  "az be bg bs ca cs cy da de el en es et eu fa fi fo fr ga gl he hr hu is it lb lt lv mk mt nb nl pl pt ro ru sk sl sq sr sr-Latn sv th tr uk vi ar";
const CHARACTERS = "ja ko zh zh-Hant";
/** Shares of pairs are kept as powers of two, from one in 65,536. */
const CLASSES = 16;
/** Pairs that occur once are accidents in languages whose letters are all outside ASCII. */
const LEAST_OF_OTHER_SCRIPTS = 2;

const ISO_LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const REGIONS = ISO_LETTERS.flatMap((a) => ISO_LETTERS.map((b) => a + b));
const LETTERS = ISO_LETTERS.map((letter) => letter.toLowerCase());
const ALL_LANGUAGES = LETTERS.flatMap((a) => LETTERS.flatMap((b) => [a + b, ...LETTERS.map((c) => a + b + c)]));
const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const LANGUAGES = ALL_LANGUAGES.filter((code) => english.of(code) !== undefined);
const CLOCKS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const;

function namesIn(language: string): string[] {
  const named = (type: Intl.DisplayNamesType, codes: readonly string[]) => {
    const names = new Intl.DisplayNames(language, { type, fallback: "none" });
    return codes.flatMap((code) => names.of(code) ?? []);
  };
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options });
    const count = options.timeZoneName === undefined ? 12 : 1;
    return Array.from({ length: count }, (_, at) => format.format(Date.UTC(2024, at, 1 + at, at * 2)));
  };
  const units = Intl.supportedValuesOf("unit").flatMap((unit) =>
    [1, 2, 5].map((count) =>
      new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count),
    ),
  );
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return [
    ...named("region", REGIONS),
    ...named("language", LANGUAGES),
    ...named("currency", Intl.supportedValuesOf("currency")),
    ...dates({ month: "long", day: "numeric" }),
    ...dates({ month: "long" }),
    ...dates({ weekday: "long", hour: "numeric", dayPeriod: "long" }),
    ...units,
    ...CLOCKS.flatMap((unit) => [-5, -2, -1, 0, 1, 2, 5].map((count) => relative.format(count, unit))),
    ...Intl.supportedValuesOf("timeZone").map((timeZone) => dates({ timeZone, timeZoneName: "longGeneric" })[0] ?? ""),
  ];
}

function pairsOf(language: string): string {
  const counts = new Map<string, number>();
  let all = 0;
  let others = 0;
  const seen = new Set<string>();
  const names = [...namesIn(language), COMMON_WORDS[language] ?? ""];
  // Encodings older than 1999 have the cedillas of Turkish in place of the commas of Romanian.
  if (language === "ro") names.push(...names.map((name) => name.replaceAll("ș", "ş").replaceAll("ț", "ţ")));
  for (const name of names) {
    for (const word of name
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []) {
      if (seen.has(word)) continue;
      seen.add(word);
      const letters = ["_", ...word, "_"];
      for (let at = 1; at < letters.length; at += 1) {
        const pair = `${letters[at - 1]}${letters[at]}`;
        all += 1;
        if (/^[\x00-\x7f]*$/.test(pair)) continue;
        others += 1;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
  }
  const least = others > all / 2 ? LEAST_OF_OTHER_SCRIPTS : 1;
  const classes: string[] = [];
  for (const [pair, count] of [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    if (pair.length !== 2 || count < least) continue;
    const power = Math.max(0, Math.round(Math.log2(count / all)) + CLASSES);
    classes[power] = (classes[power] ?? "") + pair;
  }
  return classes
    .flatMap((pairs, power) => (pairs ? [`${power.toString(CLASSES)}${pairs}`] : []))
    .reverse()
    .join(" ");
}

function charactersOf(language: string): string {
  const found = new Set(
    [...namesIn(language).join("")].filter((one) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(one)),
  );
  return [...found].sort().join("");
}

const table = (languages: string, of: (language: string) => string) =>
  languages
    .split(" ")
    .map((language) => `  "${language}": ${JSON.stringify(of(language))},\n`)
    .join("");

writeFileSync(
  new URL("../../infra/tables/csv/encoding/letter-pairs.ts", import.meta.url),
  `/* Written by scripts/encodings/write-letter-pairs.ts from names in Unicode CLDR ${process.versions["cldr"]} (Unicode License v3). */

/**
 * By language the pairs of letters of which one is not in ASCII; \`_\` is the beginning or end of a word. Each group begins
 * with a digit n of base 16: its pairs are one in 2^(16 - n) of all pairs.
 */
// prettier-ignore
export const LETTER_PAIRS: Readonly<Record<string, string>> = {
${table(ALPHABETS, pairsOf)}};

/** By language characters that are frequent in names. */
// prettier-ignore
export const FREQUENT_CHARACTERS: Readonly<Record<string, string>> = {
${table(CHARACTERS, charactersOf)}};
`,
);
