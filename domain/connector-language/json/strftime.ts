import { cutText } from "../../core/text/text.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** What one directive writes, and the pattern that reads it. */
interface Directive {
  write(date: Date): string;
  read: string;
}

const digits = (value: number, length: number) => String(value).padStart(length, "0");
const dayOfYear = (date: Date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;

const DIRECTIVES: Readonly<Record<string, Directive>> = {
  Y: { write: (date) => digits(date.getUTCFullYear(), 4), read: "\\d{4}" },
  y: { write: (date) => digits(date.getUTCFullYear() % 100, 2), read: "\\d{2}" },
  m: { write: (date) => digits(date.getUTCMonth() + 1, 2), read: "\\d{1,2}" },
  d: { write: (date) => digits(date.getUTCDate(), 2), read: "\\d{1,2}" },
  e: { write: (date) => String(date.getUTCDate()).padStart(2), read: "\\s?\\d{1,2}" },
  j: { write: (date) => digits(dayOfYear(date), 3), read: "\\d{3}" },
  H: { write: (date) => digits(date.getUTCHours(), 2), read: "\\d{1,2}" },
  I: { write: (date) => digits(date.getUTCHours() % 12 || 12, 2), read: "\\d{1,2}" },
  p: { write: (date) => (date.getUTCHours() < 12 ? "AM" : "PM"), read: "[AP]M" },
  M: { write: (date) => digits(date.getUTCMinutes(), 2), read: "\\d{1,2}" },
  S: { write: (date) => digits(date.getUTCSeconds(), 2), read: "\\d{1,2}" },
  f: { write: (date) => `${digits(date.getUTCMilliseconds(), 3)}000`, read: "\\d{1,6}" },
  L: { write: (date) => digits(date.getUTCMilliseconds(), 3), read: "\\d{1,3}" },
  s: { write: (date) => String(Math.floor(date.getTime() / 1_000)), read: "-?\\d{1,12}" },
  b: { write: (date) => cutText(MONTHS[date.getUTCMonth()] ?? "", 3), read: "[A-Za-z]{3}" },
  B: { write: (date) => MONTHS[date.getUTCMonth()] ?? "", read: "[A-Za-z]{3,9}" },
  a: { write: (date) => cutText(DAYS[date.getUTCDay()] ?? "", 3), read: "[A-Za-z]{3}" },
  A: { write: (date) => DAYS[date.getUTCDay()] ?? "", read: "[A-Za-z]{6,9}" },
  z: { write: () => "+0000", read: "Z|[+-]\\d{2}:?\\d{2}" },
  Z: { write: () => "UTC", read: "UTC|GMT|Z" },
};
const SHORTHANDS: Readonly<Record<string, string>> = { F: "%Y-%m-%d", T: "%H:%M:%S", D: "%m/%d/%y" };

/** Why a strftime pattern cannot be used, or null. */
export function patternFault(pattern: string): string | null {
  const names = [...spelledOut(pattern).matchAll(/%(.?)/gs)].map((match) => match[1] ?? "");
  const unknown = names.find((name) => name !== "%" && !Object.hasOwn(DIRECTIVES, name));
  if (unknown !== undefined)
    return `%${unknown} is not known. A pattern is made of %${Object.keys(DIRECTIVES).join(" %")} %F %T %D and %%.`;
  return names.some((name) => name !== "%") ? null : "This must be iso, epoch, epoch_ms or a pattern such as %Y-%m-%d.";
}

/** Writes a time in UTC with a strftime pattern. */
export function writePattern(ms: number, pattern: string): string {
  const date = new Date(ms);
  return spelledOut(pattern).replace(/%(.)/gs, (_all, name: string) =>
    name === "%" ? "%" : (DIRECTIVES[name]?.write(date) ?? ""),
  );
}

type Reader = { readonly names: readonly string[]; readonly expression: RegExp };
/** Patterns are few and read every row of a column, so what reads them is kept. */
const readers = new Map<string, Reader>();
const MAX_READERS = 500;

function readerOf(pattern: string): Reader {
  const known = readers.get(pattern);
  if (known !== undefined) return known;
  const names: string[] = [];
  const source = spelledOut(pattern)
    .split(/(%.)/s)
    .map((part) => {
      const directive = part.length === 2 && part.startsWith("%") ? DIRECTIVES[part.charAt(1)] : undefined;
      if (directive === undefined) return part.replace("%%", "%").replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      names.push(part.charAt(1));
      // A lookahead does not backtrack: a long pattern stays fast on a text that it does not match.
      return `(?=(${directive.read}))(?:\\${names.length})`;
    })
    .join("");
  const made = { names, expression: new RegExp(`^${source}$`) };
  if (readers.size >= MAX_READERS) readers.clear();
  readers.set(pattern, made);
  return made;
}

/** Reads a text with a pattern as milliseconds since 1970 (UTC unless it has %z), or null. */
export function readPattern(text: string, pattern: string): number | null {
  const { names, expression } = readerOf(pattern);
  const match = expression.exec(text);
  if (match === null) return null;
  const found = new Map(names.map((name, index) => [name, match[index + 1] ?? ""]));
  const number = (name: string, otherwise: number) => (found.has(name) ? Number(found.get(name)) : otherwise);
  if (found.has("s")) return number("s", 0) * 1_000;
  const short = number("y", 70);
  const year = number("Y", short < 69 ? 2000 + short : 1900 + short);
  const named = cutText(found.get("B") ?? found.get("b") ?? "", 3).toLowerCase();
  const month = named === "" ? number("m", 1) : MONTHS.findIndex((name) => name.toLowerCase().startsWith(named)) + 1;
  const half = found.get("p") === "PM" ? 12 : 0;
  const hour = found.has("I") ? (number("I", 0) % 12) + half : number("H", 0);
  const thousandths = Number(cutText((found.get("f") ?? found.get("L") ?? "0").padEnd(3, "0"), 3));
  const day = found.has("j") ? number("j", 1) : number("d", number("e", 1));
  if (month < 1 || month > 12 || hour > 23 || number("M", 0) > 59 || number("S", 0) > 60) return null;
  // Date.UTC would take the years before 100 for those of the last century.
  const date = new Date(0);
  date.setUTCFullYear(year, found.has("j") ? 0 : month - 1, day);
  // There is no 31st of February, and no 366th day of most years.
  if (found.has("j") ? day < 1 || date.getUTCFullYear() !== year : date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, number("M", 0), number("S", 0), thousandths) - offset(found.get("z"));
}

function offset(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "");
  return match === null ? 0 : (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}

function spelledOut(pattern: string): string {
  return pattern.replace(/%(.)/gs, (all, name: string) => SHORTHANDS[name] ?? all);
}
