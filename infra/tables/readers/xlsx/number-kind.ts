/** What a number in a cell means by the format that it is shown in. `elapsed`: hours that may be more than a day. */
export type NumberKind = "number" | "date" | "time" | "moment" | "elapsed";

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

/** What a format makes of numbers. `code`: as it is in the file; absent: it is one that is known by its id. */
export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return builtIn(id);
  const positive = code.replace(/\\.|_.|\*.|"[^"]*"/gs, "").split(";", 1)[0] ?? "";
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return "elapsed";
  const signs = positive.replace(/\[[^\]]*\]/g, "");
  if (/general|standard/i.test(signs)) return "number";
  const hasTime = /[hs]|am\/pm/i.test(signs);
  // Months and minutes have the same letter.
  const hasDate = /[yd]/i.test(signs) || (!hasTime && /m/i.test(signs));
  return hasDate ? (hasTime ? "moment" : "date") : hasTime ? "time" : "number";
}

/**
 * The text of a number as what it means: `2024-12-31`, `2024-12-31 08:30:00`, `08:30:00`, `25:10:00`, or the number. No
 * time is lost, whatever is shown: a date with a time is both.
 */
export function numberText(value: number, kind: NumberKind, from1904: boolean): string {
  if (kind === "number" || value < 0) return String(value);
  const days = from1904 ? value + DAY_0_OF_1904 - DAY_0 : value;
  if (kind === "elapsed") return timeText(Math.round(value * DAY_MS));
  if (kind === "time" && value < 1) {
    const ms = Math.round(value * DAY_MS);
    return ms < DAY_MS ? timeText(ms) : String(value);
  }
  if (days >= END || (days >= NO_DAY && days < NO_DAY + 1 && !from1904) || (days < 1 && !from1904))
    return String(value);
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
