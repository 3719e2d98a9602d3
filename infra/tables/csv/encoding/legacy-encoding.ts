import iconv from "iconv-lite";
import type { EncodingRival } from "#domain/dataset/load-report.ts";
import { CANDIDATES, type Candidate } from "./candidates.ts";
import { costsOf, LANGUAGES } from "./language-model.ts";
import { signCost } from "./sign-cost.ts";
import { wideModel } from "./wide-model.ts";

/** An encoding, and the one that it cannot be told from. `rival` null: it is certain. */
export type Detected = { readonly encoding: string; readonly rival: EncodingRival | null };

/** Different cells of a file that are looked at, and readings of letters that are told. */
const MOST_CELLS = 300;
const MOST_LETTERS = 10;
/** Natural logarithm of how much likelier the best encoding must be: less is no certainty. */
const SURE = 6;
/** Encodings that are compared closely: those that are likeliest with one language for all words. */
const COMPARED = 8;
/** How often the shares of languages are estimated again, and what each has without a word of it. */
const ROUNDS = 4;
const LEAST_SHARE = 0.02;
/** A character of ASCII, which other encodings may have as a part of one. */
const ASCII_COST = Math.log(0.04);
/** A word whose capitals are none of a word, a name or an abbreviation. */
const ODD_CAPITALS = -6;
/** A letter of another script beside one of ASCII. */
const OTHER_SCRIPT = -4;
/** A word of Latin and other letters, in encodings of one byte. */
const MIXED_SCRIPTS = -12;
/** A letter alone: often a sign in another encoding. */
const LONELY = -3;
const CAPITALS =
  /^(?:[\p{Lu}ß]*|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}[\p{Ll}\p{M}]+(?:[A-Z][\p{Ll}\p{M}]+)+|\p{Lu}\p{M}*)$/u;

/**
 * Finds the encoding of lines that are not UTF-8: the one in which they are most likely, by the pairs of letters in their
 * words, their signs, and how usual the encoding is. `utf-8` means: UTF-8 with some broken bytes.
 */
export function legacyEncoding(lines: Buffer): Detected {
  if (mostlyUtf8(lines)) return { encoding: "utf-8", rival: null };
  const sample = foreignCells(lines);
  const quick = CANDIDATES.map((candidate) => {
    const text = iconv.decode(sample, candidate.encoding).normalize("NFC");
    const { rest, words } = costsIn(text, candidate);
    const others = candidate.rarity + rest;
    return { ...candidate, text, others, words, score: others + bestSum(words) };
  });
  const readings = ranked(quick)
    .slice(0, COMPARED)
    .map((reading) => ({ ...reading, score: reading.others + mixtureOf(reading.words) }));
  const compared = ranked(readings);
  const [best] = compared;
  if (!best) throw new Error("There are no encodings to choose from");
  const next = compared.find(({ text }) => text !== best.text);
  const isSure = !next || best.score - next.score > SURE;
  return {
    encoding: usualFor(best, quick),
    rival: isSure ? null : { encoding: usualFor(next, quick), letters: differences(best.text, next.text) },
  };
}

/**
 * Different cells with bytes outside ASCII, one a line: what occurs often counts no more than once. Not cut at vertical
 * bars, which are second bytes of characters too.
 */
function foreignCells(lines: Buffer): Buffer {
  const cells = lines.toString("latin1").split(/[\t\n\r,;"]+/);
  const foreign = new Set(cells.filter((cell) => /[\x80-\xff]/.test(cell)));
  return Buffer.from([...foreign].slice(0, MOST_CELLS).join("\n"), "latin1");
}

function mostlyUtf8(lines: Buffer): boolean {
  const text = lines.toString("utf8");
  const broken = text.match(/\ufffd+/g)?.length ?? 0;
  const whole = text.match(/[\u0080-\ufffc\u{10000}-\u{10ffff}]/gu)?.length ?? 0;
  return whole >= 10 * broken;
}

/** The most usual of the encodings that read the lines in the same way. */
function usualFor(best: { readonly text: string }, all: readonly (Candidate & { readonly text: string })[]): string {
  const alike = all.filter(({ text }) => text === best.text);
  return alike.reduce((one, other) => (other.rarity > one.rarity ? other : one)).encoding;
}

function ranked<T extends { readonly score: number }>(readings: readonly T[]): T[] {
  return [...readings].sort((a, b) => b.score - a.score);
}

/** Natural logarithms of how likely parts of the text are: its words in each language, and all the rest. */
function costsIn(text: string, candidate: Candidate): { rest: number; words: Float64Array[] } {
  let sum = 0;
  const words: Float64Array[] = [];
  const own = candidate.languages.map((language) => LANGUAGES.indexOf(language));
  const wide = candidate.leads ? wideModel(candidate) : null;
  for (const { 0: part, index } of text.matchAll(/[\p{L}\p{M}]+|[^\p{L}\p{M}]/gu)) {
    for (const one of part) if (one <= "\x7f") sum += ASCII_COST;
    if (/^[\x00-\x7f]*$/.test(part)) continue;
    if (!/^[\p{L}\p{M}]/u.test(part)) sum += Math.max(wide?.(part) ?? -Infinity, signCost(text, index));
    else if (wide) sum += wideCost(part, wide);
    else {
      sum += spellingCost(part);
      const costs = costsOf(part.replace(/[^\u0130]+/g, (other) => other.toLowerCase()));
      words.push(Float64Array.from(own, (at) => costs[at] as number));
    }
  }
  return { rest: sum, words };
}

/** A word with characters of several bytes; letters of ASCII may stand in it, but seldom do. */
function wideCost(word: string, costOf: (character: string) => number): number {
  const changes = word.match(/[a-z](?=[^\x00-\x7f])|[^\x00-\x7f](?=[a-z])/gi)?.length ?? 0;
  return [...word].reduce((sum, one) => (one > "\x7f" ? sum + costOf(one) : sum), changes * OTHER_SCRIPT);
}

/** What is odd about a word in any language. */
function spellingCost(word: string): number {
  const isMixed = /[a-z]/i.test(word) && /[^\x00-\x7f\p{Script=Latin}\p{M}]/u.test(word);
  return (isMixed ? MIXED_SCRIPTS : 0) + (CAPITALS.test(word) ? 0 : ODD_CAPITALS) + (word.length === 1 ? LONELY : 0);
}

/** Natural logarithm of how likely the words are as a mixture of languages, in the shares that fit best. */
function mixtureOf(costs: readonly Float64Array[]): number {
  const count = costs[0]?.length ?? 0;
  let shares = new Float64Array(count).fill(1 / count);
  let sum = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const counts = new Float64Array(count).fill(LEAST_SHARE);
    sum = 0;
    for (const row of costs) {
      const most = Math.max(...row);
      const parts = row.map((cost, at) => (shares[at] as number) * Math.exp(cost - most));
      const all = parts.reduce((one, other) => one + other, 0);
      sum += most + Math.log(all);
      for (let at = 0; at < count; at += 1) counts[at] = (counts[at] as number) + (parts[at] as number) / all;
    }
    const total = counts.reduce((one, other) => one + other, 0);
    shares = counts.map((one) => one / total);
  }
  return sum;
}

/** The same in the one language that fits best: quickly found. */
function bestSum(costs: readonly Float64Array[]): number {
  const sums = new Float64Array(costs[0]?.length ?? 0);
  for (const row of costs)
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] as number) + (row[at] as number);
  return sums.length === 0 ? 0 : Math.max(...sums);
}

function differences(best: string, next: string): EncodingRival["letters"] {
  const read = [...best];
  const instead = [...next];
  // Characters of one byte and of several cannot be compared one by one.
  if (read.length !== instead.length) return [];
  const found = new Map(read.flatMap((one, at) => (one === instead[at] ? [] : [[one, instead[at] as string]])));
  return [...found].slice(0, MOST_LETTERS).map(([one, other]) => ({ read: one, instead: other }));
}
