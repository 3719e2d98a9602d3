/**
 * What XML 1.0 does not allow, even as a reference: most controls, halves of characters, U+FFFE and U+FFFF. HTML has no
 * use for them either.
 */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu;
const SPECIAL = /[&<>"'\t\n\r]/g;
const ANY = /[&<>"'\u0000-\u001f\ufffe\uffff\p{Cs}]/u;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
  // Readers of XML make blanks of these in attributes, and line feeds of a carriage return.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/**
 * A text as content or attribute of HTML, SVG and XML. What XML forbids becomes U+FFFD: left out, it would join what it
 * parted, and nobody would see that something was there.
 */
export function escapeMarkup(text: string): string {
  if (!ANY.test(text)) return text;
  return text.replace(FORBIDDEN, "\ufffd").replace(SPECIAL, (character) => ESCAPES[character] ?? "");
}

/** Markup that this file made. */
export class Markup {
  readonly #text: string;

  /** Only this file calls it. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** How every document in XML begins. */
export const XML_HEAD = new Markup('<?xml version="1.0" encoding="UTF-8"?>\n');

/** What can stand in a template: a text or a number, which are escaped, or markup, or a list of markup. */
export type MarkupPart = string | number | Markup | readonly Markup[];

/**
 * The one way to make HTML, SVG and XML of texts: the template is markup, and what it is filled with is escaped unless
 * it is markup itself. Attributes have to be in quotes.
 */
export function markup(template: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  let text = template[0] ?? "";
  for (const [at, part] of parts.entries()) text += markupOf(part) + (template[at + 1] ?? "");
  return new Markup(text);
}

/** Markup from elsewhere: a constant, or what a sanitiser has made. */
export function trustedMarkup(text: string): Markup {
  return new Markup(text);
}

/** A text as a CDATA section of XML: for readers that want it so. */
export function cdata(text: string): Markup {
  const sections = text.replace(FORBIDDEN, "\ufffd").replaceAll("]]>", "]]]]><![CDATA[>");
  return new Markup(`<![CDATA[${sections}]]>`);
}

/** Pieces of markup with a text of white space between them. */
export function joinedMarkup(pieces: readonly Markup[], between: "\n" | "" = ""): Markup {
  return new Markup(pieces.join(between));
}

function markupOf(part: MarkupPart): string {
  if (typeof part === "string") return escapeMarkup(part);
  if (typeof part === "number") return String(part);
  return part instanceof Markup ? part.toString() : part.join("");
}
