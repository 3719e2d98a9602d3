import { cutText } from "#domain/core/text/text.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type ColumnEvidence, MAX_NAMED_MISFITS } from "#domain/dataset/column-evidence.ts";
import type { ColumnReading } from "#domain/dataset/column-reading.ts";
import { type CellReading, cellReading } from "./cell-reading.ts";
import { firstCurrency } from "./numbers.ts";

/** What the cells of a column show of how they may be read. */
export type Evidence = Omit<ColumnEvidence, "column"> & {
  readonly reading: ColumnReading;
  /** Readings that fit every cell; they change data, so they are only suggested. */
  readonly suggestions: readonly ColumnReading[];
  /** It is a local notation, fits every cell, no other reading makes other values of them, and nothing else is written so. */
  readonly isOnly: boolean;
};

/** A cell with a value, without spaces at its ends. `isNative`: its format gives it as a number, or of another type. */
export type LookedAt = { readonly text: string; readonly line: number; readonly isNative: boolean };

const TYPES = ["number", "boolean", "date", "timestamp", "timestamptz", "time"] as const;
const LOCAL = [
  ...(["decimal-comma", "thousands-comma", "thousands-point", "percent", "percent-comma"] as const),
  ...(["day-first", "month-first", "year-first", "day-first-time", "month-first-time", "year-first-time"] as const),
  ...(["month-name", "week", "duration", "yes-no"] as const),
];
const WITHOUT_DIGITS: ReadonlySet<string> = new Set(["boolean", "yes-no"]);
/** A reading that fits none of the first cells is not tried on the others. */
const FIRST_CELLS = 10;
const SHOWN_CHARACTERS = 60;
/** A runner-up fits at least this share of the cells that the best reading fits. */
const CLOSE = 0.9;

type Tried = { readonly reading: ColumnReading; readonly values: readonly (string | null)[]; readonly fits: number };

/** Finds what most cells of a column of text are; null: they are texts. */
export function findEvidence(cells: readonly LookedAt[]): Evidence | null {
  if (cells.length === 0) return null;
  const tried = candidates(cells)
    .flatMap((reading) => tryReading(reading, cells) ?? [])
    .sort((a, b) => b.fits - a.fits);
  const best = tried[0];
  if (!best || best.fits * 2 <= cells.length) return null;
  const others = tried.filter((one) => !agrees(one, best));
  const runnerUp = others.find(({ fits }) => fits >= best.fits * CLOSE);
  const isWhole = best.fits === cells.length;
  const isLocal = !TYPES.some((type) => type === best.reading);
  const whole = tried.filter(({ fits }) => fits === cells.length).map(({ reading }) => reading);
  const misfits = cells.filter((_, at) => best.values[at] === null);
  const empty = wordsForEmpty(misfits);
  return {
    reading: best.reading,
    cells: cells.length,
    fits: best.fits,
    misfits: misfits
      .slice(0, MAX_NAMED_MISFITS)
      .map(({ line, text }) => ({ line, text: cutText(text, SHOWN_CHARACTERS) })),
    ...(empty.length > 0 ? { empty } : {}),
    ...(runnerUp ? { runnerUp: runnerUp.reading } : {}),
    // Plain numbers, which are text because of their quotes or zeros, are numbers and nothing else.
    suggestions: whole.includes("number")
      ? ["number"]
      : whole.filter((reading) => !TYPES.some((type) => type === reading)),
    isOnly: isWhole && isLocal && !others.some(({ fits }) => fits === cells.length) && isUnmistakable(best, cells),
  };
}

/**
 * Finds another reading of numbers that were read as they are: if every decimal has three digits behind its point, the
 * point may group thousands.
 */
export function otherNumbers(type: ColumnType | null, cells: readonly LookedAt[]): Evidence | null {
  if (type !== "double precision" || cells.length === 0) return null;
  const grouped = cellReading("thousands-point")?.convert;
  if (!cells.every(({ text, isNative }) => !isNative && grouped?.(text) != null)) return null;
  const whole = { cells: cells.length, fits: cells.length, misfits: [] };
  return { reading: "number", ...whole, runnerUp: "thousands-point", suggestions: ["thousands-point"], isOnly: false };
}

/** Signs of money. Codes of other currencies are words too. */
const MONEY_SIGN = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|JPY)\b/u;
/** The two words of a language, sorted. `SI` and `NO` are countries too. */
const YES_AND_NO: ReadonlySet<string> = new Set([
  "no yes",
  "n y",
  "ja nein",
  "j n",
  "non oui",
  "no s\u00ed",
  "no s\u00ec",
  "n\u00e3o sim",
  "falsch wahr",
  "faux vrai",
]);

/** Whether cells that all fit are what the reading says: scores are written as durations, and versions as short dates. */
function isUnmistakable({ reading, values }: Tried, cells: readonly LookedAt[]): boolean {
  if (reading === "duration") return false;
  if (reading.startsWith("currency")) return cells.some(({ text }) => MONEY_SIGN.test(text));
  if (reading === "yes-no") {
    const words = new Set(cells.map(({ text }) => text.normalize("NFC").toLowerCase()));
    return YES_AND_NO.has([...words].sort().join(" "));
  }
  // A week may belong to another year than its days.
  if (reading === "week") return true;
  const years = values.map((value) => /^(\d{4})-/.exec(value ?? "")?.[1] ?? "");
  return cells.every(({ text }, at) => text.includes(years[at] ?? ""));
}

function candidates(cells: readonly LookedAt[]): ColumnReading[] {
  const head = cells.slice(0, FIRST_CELLS);
  const first = head.map(({ text }) => text);
  const hasDigits = first.some((text) => /\d/.test(text));
  const currency = hasDigits ? firstCurrency(first) : null;
  const money = currency === null ? [] : ([`currency(${currency})`, `currency-comma(${currency})`] as const);
  const all: ColumnReading[] = [...TYPES, ...LOCAL, ...money];
  return all.filter((reading) => {
    if (!hasDigits && !WITHOUT_DIGITS.has(reading)) return false;
    const kind = cellReading(reading);
    return kind !== null && head.some((cell) => converted(kind, cell) !== null);
  });
}

function tryReading(reading: ColumnReading, cells: readonly LookedAt[]): Tried | null {
  const kind = cellReading(reading);
  if (!kind) return null;
  const values = cells.map((cell) => converted(kind, cell));
  // One word alone is no choice between two.
  if (reading === "yes-no" && !(values.includes("true") && values.includes("false"))) return null;
  return { reading, values, fits: values.filter((value) => value !== null).length };
}

function converted({ convert, native }: CellReading, { text, isNative }: LookedAt): string | null {
  return (isNative ? native : convert)(text);
}

/** Whether a reading has no other value for any cell than the best one. */
function agrees({ values }: Tried, best: Tried): boolean {
  return values.every((value, at) => value === null || same(value, best.values[at] ?? null));
}

function same(a: string, b: string | null): boolean {
  return a === b || (b !== null && Number(a) === Number(b));
}

const KNOWN_EMPTY: ReadonlySet<string> = new Set([
  ...["-", "–", "—", "--", ".", "..", "...", "…", "?", "/", "x", "n/a", "na", "#n/a", "n.a.", "k.a.", "k. a.", "o.a."],
  ...["null", "none", "nil", "nan", "s.d.", "n.d.", "nd", "n.b.", "n.v.", "unbekannt", "unknown", "keine angabe"],
]);
const MAX_EMPTY_KINDS = 3;
const MAX_WORD_CHARACTERS = 12;

/** The misfits of a column if they are few words, each known for it or found more than once. */
function wordsForEmpty(misfits: readonly LookedAt[]): string[] {
  const counts = new Map<string, number>();
  for (const { text } of misfits) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.size > MAX_EMPTY_KINDS) return [];
  }
  const isWord = ([word, count]: [string, number]) =>
    KNOWN_EMPTY.has(word.toLowerCase()) || (count > 1 && word.length <= MAX_WORD_CHARACTERS && !/\d/.test(word));
  return [...counts].every(isWord) ? [...counts.keys()] : [];
}
