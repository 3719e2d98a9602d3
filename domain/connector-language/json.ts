/** Any value that a JSON text can hold, with numbers that a double would spoil kept exactly. */
export type Json = null | boolean | number | bigint | ExactNumber | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/**
 * A JSON number that neither a double nor a 64-bit integer can hold without loss, as it was written.
 */
export class ExactNumber {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

export type JsonParse = { ok: true; value: Json } | { ok: false; fault: "syntax" | "depth"; message: string };

const INT8_MIN = -(2n ** 63n);
const INT8_MAX = 2n ** 63n - 1n;

/**
 * Parses a JSON text, keeping integers beyond 2^53 as bigint and other numbers that a double would change as
 * ExactNumber. A byte order mark is dropped. `maxDepth` counts nested arrays and objects.
 * Faults are values: `syntax` for text that is not JSON, `depth` for text that nests too deep.
 */
export function parseJson(text: string, maxDepth = 64): JsonParse {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const look = scan(source, maxDepth);
  if (look.tooDeep) return { ok: false, fault: "depth", message: `The JSON nests deeper than ${maxDepth} levels.` };
  try {
    // A reviver that sees the source text makes parsing several times slower, so it runs only for texts that need it.
    const value: Json = look.needsSource ? parseWithSource(source) : (JSON.parse(source) as Json);
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, fault: "syntax", message: "The text is not valid JSON." };
  }
}

type SourceReviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

function parseWithSource(text: string): Json {
  const reviver: SourceReviver = (_key, value, context) =>
    typeof value === "number" && context.source !== undefined ? exactNumber(value, context.source) : value;
  // TypeScript's library does not know the third argument of the reviver (ES2026) yet.
  const parse = JSON.parse as (text: string, reviver: SourceReviver) => Json;
  return parse(text, reviver);
}

/** The most convenient value that still is exactly the number written as `source`. */
function exactNumber(value: number, source: string): number | bigint | ExactNumber {
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * One pass before parsing: how deep the text nests (JSON.parse with a reviver recurses), and whether it holds a
 * number that could lose digits as a double (16 or more digits, or an exponent).
 */
function scan(text: string, maxDepth: number): { tooDeep: boolean; needsSource: boolean } {
  let depth = 0;
  let digits = 0;
  let needsSource = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits >= 16) needsSource = true;
      continue;
    }
    if (code === 0x2e) continue;
    if (digits > 0 && (code === 0x65 || code === 0x45)) needsSource = true;
    digits = 0;
    if (code === QUOTE) {
      for (i++; i < text.length; i++) {
        const inside = text.charCodeAt(i);
        if (inside === BACKSLASH) i++;
        else if (inside === QUOTE) break;
      }
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return { tooDeep: true, needsSource };
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return { tooDeep: false, needsSource };
}

/** The JSON text of a value; exact numbers are written digit by digit as they came. */
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

/** An object without a prototype: a key such as `__proto__` is then a key like any other. */
export function emptyObject(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** True for what JSON writes in braces. */
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

/** Deep equality of JSON values; numbers compare by value whatever type carries them. */
export function jsonEquals(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => jsonEquals(item, b[index]));
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b)) return false;
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && jsonEquals(a[key], b[key]))
    );
  }
  if (a === null || typeof a === "string" || typeof a === "boolean") return a === b;
  return typeof b !== "string" && typeof b !== "boolean" && b !== null && !isJsonObject(b) && !Array.isArray(b)
    ? String(a) === String(b)
    : false;
}
