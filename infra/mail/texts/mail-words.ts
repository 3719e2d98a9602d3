import { asProse, onOneLine } from "#domain/core/text/lines.ts";
import { cutText } from "#domain/core/text/text.ts";

/** The longest name or title within a sentence of ours, in characters. */
const MOST_NAMED = 100;

/** Sentences of ours. Only `said` makes them, so that no text of a user's becomes one. */
export class Said {
  readonly isQuotation = false;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What a person wrote, shown as a quotation: it may have several lines. */
export class Written {
  readonly isQuotation = true;
  readonly #text: string;

  constructor(text: string) {
    this.#text = asProse(text).trim();
  }

  toString(): string {
    return this.#text;
  }
}

/**
 * A paragraph of a mail in our own words: the template is ours, and names and titles in it are one line, of a sensible
 * length, that closes no quotation mark and that no program for mails makes a link of.
 */
export function said(template: TemplateStringsArray, ...named: readonly (string | number | Said)[]): Said {
  let text = template[0] ?? "";
  for (const [at, each] of named.entries())
    text += (typeof each === "string" ? asName(each) : String(each)) + (template[at + 1] ?? "");
  return new Said(text);
}

/** Sentences of ours, each on a line of its own. */
export function saidInLines(sentences: readonly Said[]): Said {
  return new Said(sentences.join("\n"));
}

/** Words of ours with commas between them. */
export function saidInLine(words: readonly Said[]): Said {
  return new Said(words.join(", "));
}

/** What a person wrote, as a quotation. */
export function written(text: string): Written {
  return new Written(text);
}

/** An e-mail address that was checked: readers may want to write to it. */
export function address(email: string): Said {
  return new Said(onOneLine(email).replace(/\s/g, ""));
}

export function linesOf(paragraph: Said | Written): string[] {
  return String(paragraph).split("\n");
}

/** What programs for mails take for an address: after it they need a colon and slashes, or a dot and letters. */
const LINKED = /:(?=\/\/)|(?<=[\p{L}\p{N}])[.\u3002\uff0e\uff61\u2024](?=\p{L}[\p{L}\p{N}-])/gu;

function asName(text: string): string {
  const line = onOneLine(text);
  const short = line.length > MOST_NAMED ? `${cutText(line, MOST_NAMED - 1)}…` : line;
  return short.replace(/[\u201c\u201d\u201e\u201f"]/g, "'").replace(LINKED, (mark) => `[${mark}]`);
}
