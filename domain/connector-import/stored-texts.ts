import { type Finding, finding } from "../core/findings/finding.ts";
import { cutText } from "../core/text/text.ts";
import { looksSecret } from "../connector-language/settings/looks-secret.ts";
import { cleanText, type Loose } from "./imported.ts";

/** Most characters of a text that are looked through, and that are kept of its expressions. */
const MAX_READ_CHARS = 20_000;
const MAX_KEPT_CHARS = 120;

/** The part of a source that cannot be written here. */
type Unwritten = "cursor" | "end" | "expression" | "value" | "values";

/**
 * Tells that a value of a document cannot be written here. Notes and losses are stored for ever, and what is written
 * around an expression may be a credential: only expressions are kept.
 */
export function unwritable(part: Unwritten, value: Loose | undefined): Finding {
  if (typeof value === "object" && value !== null) return finding("value-not-a-text", { part });
  const text = expressionsIn(value);
  return text === "" ? finding("literal-unwritable", { part }) : finding("text-unwritable", { part, text });
}

/** Returns the expressions of a text as a fact, or `?` if it has none. */
export function storedExpressions(value: Loose | undefined): string {
  return expressionsIn(value) || "?";
}

/** The `{{ … }}` of a text with commas between, without the texts that they quote. Names in brackets stay. */
function expressionsIn(value: Loose | undefined): string {
  if (typeof value !== "string") return "";
  const found = cutText(value, MAX_READ_CHARS).match(/\{\{(?:[^{}]|\}(?!\})){0,2000}\}\}/g) ?? [];
  const kept = found.map((each) =>
    each.replace(/(\[\s*)?("[^"]*"|'[^']*')/g, (quoted, bracket: string | undefined) =>
      bracket !== undefined && /^\[\s*["'][A-Za-z_][\w.-]{0,40}["']$/.test(quoted) ? quoted : `${bracket ?? ""}"…"`,
    ),
  );
  return cutText(kept.join(", ").replace(/\s+/g, " "), MAX_KEPT_CHARS);
}

/** Returns an HTTP method as a fact; `?` for what is none. */
export function storedMethod(method: string): string {
  return /^[A-Z]{1,20}$/.test(method) ? method : "?";
}

/** Returns a word that a format defines, such as the name of a type, as a fact; `?` for what is no word. */
export function storedWord(word: string): string {
  return /^([A-Za-z][\w-]{0,59})?$/.test(word) && !looksSecret(word) ? word : "?";
}

/** Returns the name of a parameter or field as a fact; `?` for what looks like a template or a credential. */
export function storedName(name: string): string {
  return /[{}"']/.test(name) || looksSecret(name) ? "?" : cleanText(name, 60);
}

/** Returns an address as a fact, at most 120 characters, without user, query and fragment; `?` for what is none. */
export function storedAddress(url: string): string {
  const [, scheme = "", authority = "", path = ""] =
    /^((?:[a-z][a-z0-9+.-]{0,40}:)?[\\/]{2,9})?([^\\/?#]*)([^?#]*)/is.exec(cutText(url, 4_000)) ?? [];
  const address = `${scheme}${authority.slice(authority.lastIndexOf("@") + 1)}${path}`;
  const isAddress = /^[^\s"']*$/.test(address) && !address.split(/[/{}]/).some(looksSecret);
  return isAddress ? cleanText(address, MAX_KEPT_CHARS) : "?";
}

/** Returns a date, a length of time or their format as a fact; of any other text its expressions. */
export function storedTime(value: Loose): string {
  return typeof value === "string" && /^(\d{1,6}|%[-_]?[A-Za-z]|[PTYMWDHSZ]|[\s:.,/+-]){1,60}$/.test(value)
    ? value
    : storedExpressions(value);
}
