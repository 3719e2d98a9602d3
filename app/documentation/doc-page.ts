/**
 * A paragraph, a list, or code to paste. Texts may hold `code` in backticks and [links](/address).
 */
export type DocBlock =
  | string
  | { readonly list: readonly string[]; readonly numbered?: boolean }
  | { readonly code: string; readonly name: string };

/** Where the code of an example has the key of its reader. */
export const KEY_PLACE = "<your key>";

/** A part of a page under a heading of its own, with its address on the page. */
export type DocSection = {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly DocBlock[];
  readonly parts?: readonly DocSection[];
};

/** A page of the documentation: all its text, so that it can be searched. */
export type DocPage = {
  readonly path: string;
  readonly title: string;
  /** One sentence about its content. */
  readonly about: string;
  sections(facts: DocFacts): readonly DocSection[];
};

/** What makes an example the reader's own: the address of this site, and one of their tables. */
export type DocFacts = { readonly origin: string; readonly table: string | null };

/** An id for a heading: `What always holds` becomes `what-always-holds`. */
export function idOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}

/** A text without its marks. */
export function plainText(text: string): string {
  return text.replace(/`([^`]*)`/g, "$1").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

/** The text of a block, as a search reads it. */
export function textOfBlock(block: DocBlock): string {
  if (typeof block === "string") return plainText(block);
  return "list" in block ? block.list.map(plainText).join(" ") : block.code;
}
