import { withoutZerosAtEnd } from "#domain/core/text/text.ts";
import { textCell } from "../table-writer.ts";

/** What a number in a cell means by the format that it is shown in. `elapsed`: hours that may be more than a day. */
type NumberKind = "number" | "date" | "time" | "moment" | "elapsed";

/** What the part of a format for some numbers makes of them. `digits`: how many are shown at least, of codes such as 00501. */
type Section = { readonly kind: NumberKind; readonly digits: number; readonly isFor: (value: number) => boolean };

/** The sections of a format, of which a number is shown in the first that is for it. */
export type NumberFormat = readonly Section[];

const DAY_MS = 86_400_000;
/** The day 0 of a workbook, in days since 1970. */
const DAY_0 = Date.UTC(1899, 11, 30) / DAY_MS;
const DAY_0_OF_1904 = Date.UTC(1904, 0, 1) / DAY_MS;
/** The 29 February 1900 that never was: days before it are one later. */
const NO_DAY = 60;
/** The day after 9999-12-31. */
const END = 2_958_466;

/** Formats that are not written into files. */
function builtIn(id: number): NumberKind {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return "date";
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return "time";
  if (id === 22) return "moment";
  return id === 46 ? "elapsed" : "number";
}

/** Reads the format of numbers. `code`: as it is in the file; absent: it is one that is known by its id. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return [{ kind: builtIn(id), digits: 0, isFor: () => true }];
  const codes = code
    .replace(/\\.|_.|\*.|"[^"]*"/gs, "")
    .split(";", SECTIONS)
    .map((each) => each.trim());
  const kinds = codes.map(kindOf);
  // Numbers that a format hides are what it shows others as.
  const shown = kinds.find((kind) => kind !== "number") ?? "number";
  return codes.map((each, at) => ({
    kind: each === "" ? shown : (kinds[at] as NumberKind),
    digits: CODE_DIGITS.test(each) ? each.length : 0,
    isFor: conditionOf(each, at, codes.length),
  }));
}

/** Sections for numbers; another one is for texts. */
const SECTIONS = 3;
/** Digits of codes, as of places and numbers of articles: 00 is for months and hours, which are numbers without zeros too. */
const CODE_DIGITS = /^0{3,}$/;

/** Which numbers are shown in a section: those of its condition, or positive ones, negative ones and zero. */
function conditionOf(code: string, at: number, sections: number): (value: number) => boolean {
  const [, sign = "", limit = ""] = /\[(<=|>=|<>|<|>|=)\s*(-?[\d.]+)\]/.exec(code) ?? [];
  const compare = COMPARISONS[sign];
  if (compare) return (value) => compare(value, Number(limit));
  if (at === sections - 1) return () => true;
  return at > 0 ? (value) => value < 0 : (value) => (sections === 2 ? value >= 0 : value > 0);
}

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  "<": (value, limit) => value < limit,
  ">": (value, limit) => value > limit,
  "<=": (value, limit) => value <= limit,
  ">=": (value, limit) => value >= limit,
  "<>": (value, limit) => value !== limit,
  "=": (value, limit) => value === limit,
};

/** What a section without its literal texts makes of numbers. */
function kindOf(code: string): NumberKind {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return "elapsed";
  const signs = code.replace(/\[[^\]]*\]/g, "");
  if (/general|standard/i.test(signs)) return "number";
  const hasTime = /[hs]|am\/pm/i.test(signs);
  // Months and minutes have the same letter.
  const hasDate = /[yd]/i.test(signs) || (!hasTime && /m/i.test(signs));
  return hasDate ? (hasTime ? "moment" : "date") : hasTime ? "time" : "number";
}

/**
 * Writes a number, by its text in the file, as a cell of what it means: `2024-12-31`, `2024-12-31 08:30:00`, `08:30:00`,
 * `25:10:00`, the number, or a code with its zeros. No time is lost, whatever is shown: a date with a time is both.
 */
export function numberCell(text: string, format: NumberFormat | undefined, from1904: boolean): string {
  const value = Number(text);
  const section = format?.find(({ isFor }) => isFor(value));
  if (section && section.digits > 0 && Number.isSafeInteger(value) && value >= 0)
    return textCell(String(value).padStart(section.digits, "0"));
  const kind = section?.kind ?? "number";
  return (kind === "number" || value < 0 ? null : timeCell(value, kind, from1904)) ?? exactText(text, value);
}

/** Digits that a program writes of a number in 64 bits. */
const MOST_DIGITS = 17;

/**
 * The shortest text of a number in 64 bits: programs write 0.29999999999999999 for 0.3. A number that has more digits than
 * these bits hold is left as it is.
 */
function exactText(text: string, value: number): string {
  const isPlain = /^-?\d+(?:\.\d+)?$/.test(text);
  const digits = withoutZerosAtEnd(text.replace(/[-.]/g, "").replace(/^0+/, "")).length;
  return isPlain && (Math.abs(value) > Number.MAX_SAFE_INTEGER || digits > MOST_DIGITS) ? text : String(value);
}

/** Days that are no dates if only their time is shown: hours of more than a day, such as 24:00. */
const MAX_DAYS_OF_TIME = 366;

/** The text of a number of days, from zero; null: it is none. */
function timeCell(value: number, kind: Exclude<NumberKind, "number">, from1904: boolean): string | null {
  const days = from1904 ? value + DAY_0_OF_1904 - DAY_0 : value;
  if (kind === "elapsed" || (kind === "time" && value < MAX_DAYS_OF_TIME)) return timeText(Math.round(value * DAY_MS));
  if (days >= END || (days >= NO_DAY && days < NO_DAY + 1 && !from1904) || (days < 1 && !from1904)) return null;
  const shift = days < NO_DAY && !from1904 ? 1 : 0;
  const ms = Math.round((days + DAY_0 + shift) * DAY_MS);
  const iso = new Date(ms).toISOString();
  const day = iso.slice(0, 10);
  return kind === "date" && ms % DAY_MS === 0 ? day : `${day} ${withoutZeros(iso.slice(11, -1))}`;
}

/** Hours, which may be more than 24, minutes and seconds. */
function timeText(ms: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1_000);
  const rest = ms % 1_000 === 0 ? "" : `.${String(ms % 1_000).padStart(3, "0")}`;
  return `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${rest}`;
}

const withoutZeros = (time: string) => time.replace(/\.000$/, "");
