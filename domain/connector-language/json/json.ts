import { type Finding, finding } from "../../core/findings/finding.ts";
import { JsonScan, type Token } from "./parse/json-scan.ts";

/** Any JSON value; numbers that a double would change are kept exactly. */
export type Json = null | boolean | number | bigint | ExactNumber | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A JSON number that neither a double nor a 64-bit integer can hold without loss, as written. */
export class ExactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

export type JsonParse =
  { ok: true; value: Json } | { ok: false; fault: "syntax" | "depth" | "values"; finding: Finding };

/** Per text: small values take many times the memory of their text, and parsing blocks the process. */
export const MAX_VALUES = 2_000_000;
/** Per object: names of a large object cost more than a record. */
const MAX_MEMBERS = 500_000;
/** Most characters that the marks of exact numbers may add to a text. */
const MAX_MARK_CHARS = 50_000_000;

const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;

/** A text with what one pass over it finds. */
export type ScannedJson = { readonly source: string; readonly scan: JsonScan; readonly maxDepth: number };

/** Begins that pass; `pieceChars`: also finds places that divide the text into pieces of about this size. */
export function startScan(text: string, { maxDepth = 64, pieceChars = Infinity } = {}): ScannedJson {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isLossy = (number: string) => typeof exactNumber(number) !== "number";
  const limits = { maxDepth, maxValues: MAX_VALUES, maxMembers: MAX_MEMBERS, pieceChars, isLossy };
  return { source, scan: new JsonScan(source, limits), maxDepth };
}

/** A part of a text that is JSON with the brackets around it. `lossy`: its numbers that a double would change. */
type Piece = Token & { readonly opening: string; readonly closing: string; readonly lossy: readonly Token[] };

/**
 * Parses a JSON text, with integers beyond 2^53 as bigint and other numbers that a double would change as ExactNumber.
 * Drops a byte order mark. `maxDepth` counts nested arrays and objects. Faults are values: `syntax` for invalid JSON,
 * `depth` for too deep nesting, `values` for too many values.
 */
export function parseJson(text: string, maxDepth = 64): JsonParse {
  const scanned = startScan(text, { maxDepth });
  scanned.scan.to(scanned.source.length);
  return parseScanned(scanned);
}

/** The same for a text whose pass has ended, or for a piece of it. */
export function parseScanned({ source, scan, maxDepth }: ScannedJson, piece?: Piece): JsonParse {
  switch (scan.fault) {
    case "depth":
      return { ok: false, fault: "depth", finding: finding("json-too-deep", { levels: maxDepth }) };
    case "values":
      return {
        ok: false,
        fault: "values",
        finding: finding("json-too-many-values", {
          millions: MAX_VALUES / 1_000_000,
          millionsInObject: MAX_MEMBERS / 1_000_000,
        }),
      };
    case null:
  }
  const { start, end, opening, closing, lossy } = piece ?? { ...whole(source), lossy: scan.lossy };
  try {
    if (lossy.length > 0) return { ok: true, value: parseWithExact(source, { start, end, opening, closing, lossy }) };
    return { ok: true, value: JSON.parse(`${opening}${source.slice(start, end)}${closing}`) as Json };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, fault: "syntax", finding: finding("json-invalid", {}) };
  }
}

const whole = ({ length }: string) => ({ start: 0, end: length, opening: "", closing: "" });

/**
 * Gives JSON.parse the numbers that would lose digits as marked strings and restores them afterwards. (A reviver with
 * the source text does the same at a third of the speed.)
 */
function parseWithExact(source: string, { start, end, opening, closing, lossy }: Piece): Json {
  const mark = unusedMark(`${opening}${source.slice(start, end)}`);
  if (mark.length > 1 && mark.length * lossy.length > MAX_MARK_CHARS)
    throw new SyntaxError("Too many private-use characters.");
  let text = opening;
  let from = start;
  for (const token of lossy) {
    text += `${source.slice(from, token.start)}"${mark}${source.slice(token.start, token.end)}"`;
    from = token.end;
  }
  return putBack(JSON.parse(text + source.slice(from, end) + closing) as Json, mark);
}

/**
 * A prefix that no string of the source has, written out or escaped: one private-use character more than its longest
 * run.
 */
function unusedMark(source: string): string {
  let longest = 0;
  for (const [run] of source.matchAll(/(?:\ue000|\\ue000)+/gi)) longest = Math.max(longest, run.length);
  // Only an attacker writes such a run, to make the marks long.
  if (longest > 600) throw new SyntaxError("Too many private-use characters.");
  return "\ue000".repeat(longest + 1);
}

function putBack(value: Json, mark: string): Json {
  if (typeof value === "string") return value.startsWith(mark) ? exactNumber(value.slice(mark.length)) : value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (typeof item === "string" || typeof item === "object") value[index] = putBack(item, mark);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      const item = value[key];
      // Every key here is an own key, `__proto__` too, so the assignment calls no setter.
      if (typeof item === "string" || typeof item === "object") value[key] = putBack(item, mark);
    }
  }
  return value;
}

/** The simplest value that equals the number written as `source`. */
export function exactNumber(source: string): number | bigint | ExactNumber {
  const value = Number(source);
  if (String(value) === source && (Number.isSafeInteger(value) || !Number.isInteger(value))) return value;
  if (/^-?\d+$/.test(source)) {
    if (Number.isSafeInteger(value)) return value;
    if (source.length > 20) return new ExactNumber(source);
    const integer = BigInt(source);
    return integer >= INT8_MIN && integer <= INT8_MAX ? integer : new ExactNumber(source);
  }
  return Number.isFinite(value) && decimalForm(String(value)) === decimalForm(source) ? value : new ExactNumber(source);
}

/** One spelling for equal decimals: significant digits and the exponent of the last one. */
function decimalForm(source: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (match === null) return source;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const all = whole + fraction;
  let first = 0;
  while (first < all.length && all[first] === "0") first++;
  let last = all.length;
  while (last > first && all[last - 1] === "0") last--;
  if (first === last) return "0";
  return `${sign}${all.slice(first, last)}e${Number(exponent) - fraction.length + (all.length - last)}`;
}

/**
 * Whether brackets in a text, valid JSON or not, nest deeper than `maxDepth`: such a text is never parsed, because
 * writing it again overflows the stack.
 */
export function nestsTooDeep(text: string, maxDepth = 64): boolean {
  const { source, scan } = startScan(text, { maxDepth });
  scan.to(source.length);
  return scan.fault === "depth";
}

/** The JSON text of a value; exact numbers keep their digits. */
export function stringifyJson(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "bigint") return rawJson(String(inner));
    if (inner instanceof ExactNumber) return rawJson(inner.source);
    return inner;
  });
}

function rawJson(source: string): unknown {
  // ES2026; TypeScript's library does not declare it yet.
  const json = JSON as { rawJSON?: (text: string) => unknown };
  return json.rawJSON === undefined ? source : json.rawJSON(source);
}

/**
 * Inherits only from an empty object, so that its objects are as light as others; those of `Object.create(null)` need
 * five times the memory and time.
 */
const Plain = function () {} as unknown as { new (): JsonObject; prototype: object | null };
Plain.prototype = Object.create(null) as object;

/** An object that inherits no properties: `__proto__` is then a key like any other. */
export function emptyObject(): JsonObject {
  return new Plain();
}

/** Whether a value is a JSON object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The text of a scalar as a person would write it, or null for null, arrays and objects. */
export function scalarText(value: Json | undefined): string | null {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
    case "bigint":
    case "boolean":
      return String(value);
    default:
      return value instanceof ExactNumber ? value.source : null;
  }
}

/** Deep equality of JSON values; numbers compare by value, not by type. */
export function jsonEquals(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEquals(item, b[index]));
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false;
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key], b[key]))
    );
  }
  if (a === null || typeof a === "string" || typeof a === "boolean") return a === b;
  return typeof b !== "string" && typeof b !== "boolean" && b !== null && !isJsonObject(b) && !Array.isArray(b)
    ? String(a) === String(b)
    : false;
}
