import { storableText } from "../../core/text/storable.ts";
import { cellKindOfText, NUMBERS } from "../../core/values/cell-kind.ts";
import { emptyObject, ExactNumber, stringifyJson } from "./json.ts";
import type { Json } from "./json.ts";

/** A list or object kept as JSON text. */
export class JsonCell {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** The value of one cell of a row. Null is an empty cell. */
export type Cell = null | boolean | number | bigint | string | ExactNumber | JsonCell;

/**
 * The text of a cell for the table, independent of the column's type, so that rows can be staged as text and cast once
 * the types of the whole pull are known. Null for an empty cell.
 */
export function cellText(cell: Cell | undefined): string | null {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof JsonCell) return cell.json;
  return typeof cell === "string" ? cell : String(cell);
}

/**
 * The cell for a value. Postgres texts cannot hold NUL or lone surrogates: they become U+FFFD, the replacement
 * character.
 */
export function cellOf(value: Json): Cell {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return value;
  return new JsonCell(isPlain(value) ? JSON.stringify(value) : stringifyJson(storableTree(value)));
}

/**
 * The cell for an untyped text, as in CSV: numbers and true or false in JSON spelling are recognised. Every cell keeps
 * its spelling, because its column may turn out to be text: that is why `TRUE` and ` 1` stay text here but not in an
 * upload.
 */
export function plainCell(text: string): Cell {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d\S*$/.test(text) && (cellKindOfText(text) & NUMBERS) !== 0 ? new ExactNumber(text) : text;
}

/** Whether a tree can be written directly: no exact number, no text that needs repair. Most can. */
function isPlain(value: Json): boolean {
  if (typeof value === "string") return storableText(value) === value;
  if (typeof value === "bigint" || value instanceof ExactNumber) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== "object" || value === null) return true;
  for (const key of Object.keys(value)) if (!isPlain(key) || !isPlain(value[key] ?? null)) return false;
  return true;
}

/**
 * A number for a column of JSON, alone or in a list or object. Postgres writes a number of jsonb out in full: the seven
 * characters of 1e99999 become a hundred thousand. Such a number keeps its digits as text.
 */
export function storableNumber(number: ExactNumber): ExactNumber | string {
  const [, exponent = "0"] = /[eE]([+-]?\d+)$/.exec(number.source) ?? [];
  return Math.abs(Number(exponent)) > MOST_EXPONENT ? number.source : number;
}

/** More than a double has. */
const MOST_EXPONENT = 400;

/** How many characters longer the numbers of a cell become where Postgres writes their exponents out as zeros, at most. */
export function growthOf({ json }: JsonCell): number {
  let growth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charAt(at);
    if (character === '"') at = endOfText(json, at);
    else if (character === "e" || character === "E") growth += exponentAt(json, at + 1);
  }
  return growth;
}

/** Where a text of JSON ends that begins here. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}

/** The size of the exponent that begins here; 0: the `e` was one of `true` or `false`. */
function exponentAt(json: string, at: number): number {
  const [, digits = "0"] = /^[+-]?(\d+)/.exec(json.slice(at, at + 8)) ?? [];
  return Number(digits);
}

function storableTree(value: Json): Json {
  if (typeof value === "string") return storableText(value);
  if (value instanceof ExactNumber) return storableNumber(value);
  if (Array.isArray(value)) return value.map(storableTree);
  if (typeof value !== "object" || value === null) return value;
  const copy = emptyObject();
  for (const [key, inner] of Object.entries(value)) copy[storableText(key)] = storableTree(inner);
  return copy;
}
