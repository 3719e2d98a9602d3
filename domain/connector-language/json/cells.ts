import { storableText } from "../../core/text/storable.ts";
import { cellKindOfText, NUMBERS } from "../../core/values/cell-kind.ts";
import { emptyObject, ExactNumber, stringifyJson } from "./json.ts";
import type { Json } from "./json.ts";

/** A list or object that stays JSON, as its text. */
export class JsonCell {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** What stands in one cell of a row. Null is an empty cell. */
export type Cell = null | boolean | number | bigint | string | ExactNumber | JsonCell;

/**
 * The text of a cell as the table takes it, the same whatever type the column ends up with, so that rows can be
 * staged as text and cast once the types of the whole pull are known. Null for an empty cell.
 */
export function cellText(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof JsonCell) return cell.json;
  return typeof cell === "string" ? cell : String(cell);
}

/**
 * The cell for a value. No database text holds NUL or lone surrogates: they become U+FFFD, the sign for an
 * unreadable character.
 */
export function cellOf(value: Json): Cell {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  return new JsonCell(isPlain(value) ? JSON.stringify(value) : stringifyJson(storableTree(value)));
}

/**
 * The cell of a text that is not known to be one, as in CSV: numbers and true or false as JSON writes them. Every cell keeps its
 * spelling, for its column may turn out to be text: that is why `TRUE` and ` 1` stay text here and do not in an upload.
 */
export function plainCell(text: string): Cell {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d\S*$/.test(text) && (cellKindOfText(text) & NUMBERS) !== 0 ? new ExactNumber(text) : text;
}

/** Whether a tree can be written as it is: no exact number, no text that has to be mended. Most can. */
function isPlain(value: Json): boolean {
  if (typeof value === "string") return storableText(value) === value;
  if (typeof value === "bigint" || value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || value === null) return true;
  for (const key of Object.keys(value)) if (!isPlain(key) || !isPlain(value[key] ?? null)) return false;
  return true;
}

function storableTree(value: Json): Json {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storableTree);
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  const copy = emptyObject();
  for (const [key, inner] of Object.entries(value)) copy[storableText(key)] = storableTree(inner);
  return copy;
}
