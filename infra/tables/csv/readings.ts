import { CELL, cellKindOfText, NUMBERS } from "#domain/core/values/cell-kind.ts";
import { COLUMN_READINGS, type ColumnReading, type LoadSettings } from "#domain/dataset/load-settings.ts";

/** The text of a cell in the notation of Postgres; null: it is not in the notation of the reading. */
type Convert = (text: string) => string | null;

const ofKind =
  (kinds: number): Convert =>
  (text) =>
    (cellKindOfText(text) & kinds) === 0 ? null : text;

/** Spaces and signs that group thousands. */
const GROUPS = " \\u00a0\\u2007\\u2009\\u202f'’";

/** Numbers with this sign before their decimals, whose thousands are grouped by one of `groups` or not at all. */
function numbersWith(point: "." | ",", groups: string): Convert {
  const grouped = groups === "" ? "" : `|\\d{1,3}(?:([${groups}])\\d{3})(?:\\1\\d{3})*`;
  const pattern = new RegExp(`^-?(?:\\d+${grouped})(?:[${point}]\\d+)?$`, "u");
  return (text) => {
    const found = pattern.exec(text);
    if (!found) return null;
    const plain = (found[1] ? text.replaceAll(found[1], "") : text).replace(point, ".");
    return (cellKindOfText(plain) & NUMBERS) === 0 ? null : plain;
  };
}

function dayOf(text: string, order: "day-first" | "month-first"): string | null {
  const found = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (!found) return null;
  const [, first = "", , second = "", year = ""] = found;
  const [day, month] = order === "day-first" ? [first, second] : [second, first];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return cellKindOfText(iso) === CELL.date ? iso : null;
}

const CONVERT: Readonly<Record<Exclude<ColumnReading, "text">, Convert>> = {
  number: ofKind(NUMBERS),
  boolean: ofKind(CELL.boolean),
  date: ofKind(CELL.date),
  timestamp: ofKind(CELL.timestamp),
  timestamptz: ofKind(CELL.timestamptz),
  time: ofKind(CELL.time),
  "decimal-comma": numbersWith(",", ""),
  "thousands-comma": numbersWith(".", `,${GROUPS}`),
  "thousands-point": numbersWith(",", `.${GROUPS}`),
  "day-first": (text) => dayOf(text, "day-first"),
  "month-first": (text) => dayOf(text, "month-first"),
  "yes-no": (text) => (/^(?:yes|y)$/i.test(text) ? "true" : /^(?:no|n)$/i.test(text) ? "false" : null),
};

/** The cell as Postgres writes it; null: it is not what the reading says. Spaces at the ends do not count. */
export function convertCell(reading: Exclude<ColumnReading, "text">, text: string): string | null {
  return CONVERT[reading](text.trim());
}

/** How the column of this name is read, if the uploader has chosen it. */
export function readingOf({ columns }: LoadSettings, name: string): ColumnReading | null {
  if (columns === undefined || !Object.hasOwn(columns, name)) return null;
  return COLUMN_READINGS.find((reading) => reading === columns[name]) ?? null;
}

const SUGGESTED = [
  "decimal-comma",
  "thousands-comma",
  "thousands-point",
  "day-first",
  "month-first",
  "yes-no",
] as const satisfies readonly ColumnReading[];

/**
 * Readings of which each holds for every one of these cells; they change data, so they are only suggested. Plain numbers,
 * which are text because of their quotes or zeros, are numbers and nothing else.
 */
export function suggestedReadings(cells: readonly string[]): ColumnReading[] {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (filled.length === 0) return [];
  const holds = (reading: Exclude<ColumnReading, "text">) =>
    filled.every((cell) => convertCell(reading, cell) !== null);
  return holds("number") ? ["number"] : SUGGESTED.filter(holds);
}
