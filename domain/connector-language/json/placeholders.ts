import { type Finding, finding } from "../../core/findings/finding.ts";
import { scalarText } from "./json.ts";
import type { Json } from "./json.ts";

/** Values of declared names; other names are not placeholders. */
export type Values = ReadonlyMap<string, Json>;
export type TextPart = { literal: string } | { name: string };
export type Rendered<T> = { ok: true; value: T } | { ok: false; finding: Finding };

const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_.-]*)\}/g;
const ONLY_PLACEHOLDER = /^\{([A-Za-z_][A-Za-z0-9_.-]*)\}$/;
/** The form of a field key: it must be writable as `{key}`. */
export const FIELD_KEY = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Names that begin so stand for fields of the row, in the values of columns. */
export const ROW_NAME = "row.";

/** Splits a text into literals and placeholders, declared or not. */
export function splitPlaceholders(text: string): TextPart[] {
  if (!text.includes("{")) return text === "" ? [] : [{ literal: text }];
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) parts.push({ literal: text.slice(from, match.index) });
    parts.push({ name: match[1] ?? "" });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ literal: text.slice(from) });
  return parts;
}

/** The names in braces in a text, in order, without repeats. */
export function placeholderNames(text: string): string[] {
  return [...new Set(splitPlaceholders(text).flatMap((part) => ("name" in part ? [part.name] : [])))];
}

/** The name if the whole text is one placeholder, else null. */
export function onlyPlaceholder(text: string): string | null {
  return ONLY_PLACEHOLDER.exec(text)?.[1] ?? null;
}

/** Whether a value has no text: missing, null, or an empty text. */
export function isUnset(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}

/**
 * Replaces the declared names of a text, once: braces in a value stay. Declared names without a value become the empty
 * text; undeclared names stay in their braces (GraphQL).
 */
export function renderText(
  text: string,
  values: Values,
  encode: (value: string) => string = (value) => value,
): Rendered<string> {
  let result = "";
  for (const part of splitPlaceholders(text)) {
    if ("literal" in part) result += part.literal;
    else if (!values.has(part.name)) result += `{${part.name}}`;
    else {
      const shown = textOf(part.name, values);
      if (!shown.ok) return shown;
      result += encode(shown.value);
    }
  }
  return { ok: true, value: result };
}

/**
 * The text of one declared value; lists and objects have none. Lone surrogates are refused: no encoding can represent
 * them.
 */
export function textOf(name: string, values: Values): Rendered<string> {
  const value = values.get(name);
  if (isUnset(value)) return { ok: true, value: "" };
  const text = scalarText(value);
  if (text === null) return { ok: false, finding: finding("value-not-scalar", { name }) };
  if (!text.isWellFormed()) return { ok: false, finding: finding("value-with-broken-unicode", { name }) };
  return { ok: true, value: text };
}
