import { markupSpellings } from "#domain/core/text/markup-spellings.ts";

const MARK = "[redacted]";

/**
 * `text` with every encoding of every secret replaced by `[redacted]`: raw, URL-, form-, base64- (also as part of a
 * longer base64 text), JSON- and HTML-encoded. Overlapping matches are removed whole.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return cut(text, findSecrets(text, secrets));
}

/**
 * Whether `text` contains a secret in any encoding that `redactSecrets` removes, or percent-encoded in any other way.
 */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return findSecrets(text, secrets).length > 0 || findSecrets(percentDecoded(text), secrets).length > 0;
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());
}

type Span = readonly [start: number, end: number];

function findSecrets(text: string, secrets: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  for (const spelling of spellings(secrets)) {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
      spans.push([at, at + spelling.length]);
    }
  }
  return spans.sort((a, b) => a[0] - b[0]);
}

/** The text with each group of overlapping spans replaced by one mark. */
function cut(text: string, spans: readonly Span[]): string {
  let result = "";
  let at = 0;
  for (const [start, end] of spans) {
    if (start >= at) result += text.slice(at, start) + MARK;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}

function spellings(secrets: readonly string[]): readonly string[] {
  const all = new Set<string>();
  for (const secret of secrets) {
    if (secret === "") continue;
    const url = percentEncoded(secret);
    for (const spelling of [
      secret,
      ...url,
      ...markupSpellings(secret),
      ...url.map((text) => text.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())),
      ...base64(secret),
      // Some APIs repeat a key in small letters or in capitals; short words occur by chance in another case.
      ...(secret.length < 8 ? [] : [secret.toLowerCase(), secret.toUpperCase()]),
    ]) {
      all.add(spelling);
    }
  }
  return [...all];
}

function percentEncoded(secret: string): readonly string[] {
  const wellFormed = secret.toWellFormed();
  const component = encodeURIComponent(wellFormed);
  return [
    component,
    encodeURI(wellFormed),
    new URLSearchParams([["", wellFormed]]).toString().slice(1),
    component.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
    component.replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`),
  ];
}

/**
 * A secret inside a longer base64 text (`user:secret`) starts at one of three offsets of a group: the groups that it
 * fills alone look the same in every context. Remainders of fewer than 4 characters could match by chance.
 */
function base64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const inner = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "");
    const from = offset === 0 ? 0 : offset + 1;
    const whole = Math.floor(((offset + bytes.length) * 8) / 6);
    return text.slice(from, whole);
  });
  const whole = [bytes.toString("base64"), ...inner.filter((text) => text.length >= 4)];
  return [...whole, ...whole.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
}
