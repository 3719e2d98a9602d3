import { markupSpellings } from "../../core/text/markup-spellings.ts";
import { base64 } from "./auth.ts";
import { CUT_MARK, onOneLine } from "../json/cut-off.ts";

/** What stands where a secret was. */
export const MASK = "•••";

/**
 * Encodings in which a secret may appear: raw, in one case, on one line, URL-encoded (all styles), JSON- (also inside a
 * JSON string) and HTML-encoded, base64 at each of its three offsets.
 */
function spellings(secret: string): string[] {
  const url = encodeURIComponent(secret);
  const bytes = new TextEncoder().encode(secret).length;
  const strict = url.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const forms = [
    onOneLine(secret),
    ...markupSpellings(secret),
    strict,
    strict.replaceAll("~", "%7E"),
    ...otherCases(secret),
    ...[url, strict].map((text) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())),
    secret,
    url,
    url.replaceAll("%20", "+"),
    url.toLowerCase(),
    encodeURI(secret),
    base64(secret),
    base64(secret).replace(/={1,2}$/, ""),
  ];
  // Inside a longer base64 text only the middle of a secret is encoded the same; short middles would match by chance.
  for (const lead of [1, 2]) {
    const encoded = base64("\0".repeat(lead) + secret);
    const inner = encoded.slice(lead === 1 ? 2 : 3, Math.floor(((lead + bytes) * 8) / 6));
    if (inner.length >= 8) forms.push(inner);
  }
  const whole = base64(secret).slice(0, Math.floor((bytes * 8) / 6));
  if (whole.length >= 8) forms.push(whole);
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** Some APIs repeat a key in small letters or in capitals. Short words occur by chance in another case. */
function otherCases(secret: string): string[] {
  return secret.length < 8 ? [] : [secret.toLowerCase(), secret.toUpperCase()];
}

/**
 * Makes a function that removes every known secret from a text for people or logs. Secrets of one or two characters
 * stay: masking them would mask every text.
 */
export function secretMask(secrets: Iterable<string>): (text: string) => string {
  const forms = secretForms(secrets, MIN_SECRET_LENGTH);
  return (text) =>
    withoutBeginnings(
      forms.reduce((shown, form) => shown.replaceAll(form, MASK), text),
      forms,
    );
}

/** Every spelling of these secrets of at least so many characters, the longest first. */
export function secretForms(secrets: Iterable<string>, shortest: number): string[] {
  const known = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < shortest || !secret.isWellFormed()) continue;
    for (const form of spellings(secret)) if (form.length >= shortest) known.add(form);
  }
  return [...known].sort((a, b) => b.length - a.length);
}

/** Shortest secret, and shortest start of one at a cut, that is masked: less reveals nothing. */
const MIN_SECRET_LENGTH = 3;

/** A cut may fall inside a secret: its remaining start is masked too. */
function withoutBeginnings(text: string, forms: readonly string[]): string {
  const parts = text.split(CUT_MARK);
  return parts
    .map((part, index) =>
      index < parts.length - 1 ? part.slice(0, part.length - longestBeginning(part, forms)) : part,
    )
    .join(CUT_MARK);
}

function longestBeginning(text: string, forms: readonly string[]): number {
  let longest = 0;
  for (const form of forms) {
    for (
      let length = Math.min(form.length - 1, text.length);
      length >= MIN_SECRET_LENGTH && length > longest;
      length--
    ) {
      if (text.endsWith(form.slice(0, length))) longest = length;
    }
  }
  return longest;
}
